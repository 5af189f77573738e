#pragma once

#include "search/descent.hpp"

namespace rosenblatt::search {

struct PerturbationPlan {
    std::int64_t patience = 300;    // searches without progress before weights are bumped
    double bump_probability = 0.1;  // of a wrong row
    int bumps = 50;                 // without a new best before a restart
};

/// Iterated local search around a descent. When the descent makes no progress for a while, some
/// wrong rows gain weight, so that the search leaves its plateau; when that has not led to a new
/// best for long, it starts again near the best. What counts as best is the error with the true
/// weights of the rows.
template <PackedRows Packed>
class Perturbation {
  public:
    Perturbation(DescentState<Packed>& state, std::span<const std::uint32_t> row_weights,
                 const DescentOptions& options, const PerturbationPlan& plan = {})
        : state_(&state),
          plan_(plan),
          intercept_(options.intercept),
          bump_random_(options.seed, Purpose::bump),
          restart_random_(options.seed, Purpose::restart),
          true_weights_(row_weights.begin(), row_weights.end()) {
        if (true_weights_.empty()) true_weights_.assign(state.rows().size(), 1);
        weights_ = true_weights_;
        best_ = state.weights(), best_error_ = lowest_ = state.error();
    }

    std::int64_t best_error() const { return best_error_; }
    const std::vector<double>& best() const { return best_; }

    /// To be called after each search.
    void after_search() {
        const std::int64_t error = state_->error_with(true_weights_.data());
        if (error < best_error_) best_error_ = error, best_ = state_->weights(), bumps_ = 0;
        if (state_->error() < lowest_) lowest_ = state_->error(), idle_ = 0;
        if (++idle_ < plan_.patience || best_error_ == 0) return;
        ++bumps_ < plan_.bumps ? bump() : restart();
        lowest_ = state_->error(), idle_ = 0;
    }

  private:
    /// Adds its own weight to each wrong row with some probability.
    void bump() {
        std::int64_t total = 0;
        for (Index i = 0; i < state_->rows().size(); ++i) {
            if (state_->scores()[i] <= 0 &&
                bump_random_.unit(bump_counter_++) < plan_.bump_probability)
                weights_[i] += true_weights_[i];
            total += weights_[i];
        }
        if (total > most_total) weights_ = true_weights_;
        state_->reweigh(weights_);
    }

    void restart() {
        bumps_ = 0;
        weights_ = true_weights_;
        state_->reweigh(weights_);
        std::vector<double> w = best_;
        restart_random_.bits(restart_counter_++) & 1 ? add_noise(w) : run_perceptron(w);
        state_->set_weights(w);
    }

    /// Gaussian noise of a random size, from a few thousandths of the weights to about a third.
    void add_noise(std::vector<double>& w) {
        state_->shift().to_shifted(w);
        const double size = norm(w) / std::sqrt(static_cast<double>(w.size())) *
                            std::pow(10.0, -0.5 - 2 * restart_random_.unit(restart_counter_++));
        restart_counter_ += restart_counter_ & 1;
        const auto dim = static_cast<Index>(w.size());
        for (Index turn = intercept_ ? 0 : 1; turn < dim; ++turn, restart_counter_ += 2)
            w[weight_at(turn, dim)] += size * restart_random_.gaussian(restart_counter_ / 2);
        state_->shift().to_rows(w);
    }

    /// A short run of the perceptron rule on random rows.
    void run_perceptron(std::vector<double>& w) {
        const Packed& rows = state_->rows();
        const double rate = norm(w) * 0.02;
        for (Index k = 0; k < rows.size(); ++k) {
            const auto i =
                static_cast<Index>(restart_random_.below(restart_counter_++, rows.size()));
            if (rows.score(w.data(), i) > 0) continue;
            state_->shift().to_shifted(w);
            const double bias = w.back();
            rows.add(i, rate, w.data());
            state_->shift().move(w.back() - bias, w);
            if (!intercept_) w.back() = bias;
            state_->shift().to_rows(w);
        }
    }

    static constexpr std::int64_t most_total = (std::int64_t{1} << 31) - 1;
    DescentState<Packed>* state_;
    PerturbationPlan plan_;
    bool intercept_;
    Draws bump_random_, restart_random_;
    std::uint64_t bump_counter_ = 0, restart_counter_ = 0;
    std::vector<std::uint32_t> true_weights_, weights_;
    std::vector<double> best_;
    std::int64_t best_error_ = 0, lowest_ = 0, idle_ = 0;
    int bumps_ = 0;
};

}  // namespace rosenblatt::search
