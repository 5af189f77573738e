#pragma once

#include "search/drawn_directions.hpp"
#include "search/near_rows.hpp"

namespace rosenblatt::search {

/// Directions that look at the rows and at what the weights score on them: the gradient of the
/// perceptron criterion, and the mixture of the iterated search. Sums over rows are
/// taken in the order of the rows, which therefore matters here.
template <PackedRows Packed>
class DataDirections {
  public:
    DataDirections(const DescentOptions& options, const Packed& rows, const Shift& shift)
        : options_(options), random_(options.seed, Purpose::recipe), drawn_(rows.dim()) {
        if (options.directions == Directions::mixed) near_.emplace(rows, shift);
    }

    /// Prepares for the directions of one batch.
    void prepare(const DescentState<Packed>& state) {
        if (near_) near_->choose(state, random_, counter_, options_.intercept);
    }

    /// Writes the direction of this epoch; false if it is one that does not look at the data.
    bool operator()(const DescentState<Packed>& state, std::int64_t epoch, std::span<double> d) {
        if (is_bias_epoch(options_, state.rows().dim(), epoch)) return false;
        if (options_.directions == Directions::gradient) return gradient(state, d), true;
        if (options_.directions != Directions::mixed) return false;
        mixed(state, d);
        if (!options_.intercept) d.back() = 0;
        return true;
    }

  private:
    /// Minus the gradient of the perceptron criterion: the mean over all rows of y x [wrong].
    void gradient(const DescentState<Packed>& state, std::span<double> d) const {
        std::ranges::fill(d, 0.0);
        double total = 0;
        for (Index i = 0; i < state.rows().size(); ++i) {
            total += state.row_weight(i);
            if (state.scores()[i] <= 0) state.rows().add(i, state.row_weight(i), d.data());
        }
        state.shift().move(d.back(), d);
        for (double& v : d) v /= total;
        if (options_.bias_direction || !options_.intercept) d.back() = 0;
    }

    void mixed(const DescentState<Packed>& state, std::span<double> d) {
        const double kind = random_.unit(counter_++);
        if (kind < 0.1) return gaussian(d);
        if (kind < 0.25) return coordinates(d);
        if (kind < 0.4) return wrong_example(state, d);
        along_near_rows(d);
    }

    void gaussian(std::span<double> d) {
        counter_ += counter_ & 1;
        for_each_weight(static_cast<Index>(d.size()), [&](Index j) {
            d[j] = random_.gaussian(counter_ / 2);
            counter_ += 2;
        });
    }

    /// One coordinate or two.
    void coordinates(std::span<double> d) {
        std::ranges::fill(d, 0.0);
        const auto dim = static_cast<Index>(d.size()), first = Index{options_.intercept ? 0 : 1};
        const std::uint64_t count = 1 + random_.below(counter_++, 2);
        for (std::uint64_t k = 0; k < count; ++k) {
            const auto turn = first + static_cast<Index>(random_.below(counter_++, dim - first));
            d[weight_at(turn, dim)] = random_.symmetric(counter_++);
        }
    }

    /// Towards a wrong example, the first one from a random place on.
    void wrong_example(const DescentState<Packed>& state, std::span<double> d) {
        const Index n = state.rows().size();
        Index i = static_cast<Index>(random_.below(counter_++, n));
        for (Index k = 0; k < n && state.scores()[i] > 0; ++k) i = i + 1 == n ? 0 : i + 1;
        std::ranges::fill(d, 0.0);
        state.rows().add(i, 1, d.data());
        state.shift().move(d.back(), d);
    }

    void along_near_rows(std::span<double> d) {
        gaussian(drawn_);
        if (!options_.intercept) drawn_.back() = 0;
        near_->project(drawn_, 1 + random_.below(counter_++, near_->size()));
        std::ranges::copy(drawn_, d.begin());
    }

    DescentOptions options_;
    Draws random_;
    std::uint64_t counter_ = 0;
    std::optional<NearRows<Packed>> near_;
    std::vector<double> drawn_;
};

}  // namespace rosenblatt::search
