#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "base/index.hpp"

namespace rosenblatt::boosting {

/// What boosting keeps between rounds: the weights of the rows, the votes, and what each round was
/// worth (Freund and Schapire; for K > 2 classes SAMME of Zhu et al.).
///
/// Weights are N phi: they sum up to what the given ones do, so that the first round sees those.
/// A round of error e gets the weight `alpha = 0.5 (log(1/e - 1) + log(K - 1))`; wrong rows are
/// multiplied by exp(alpha), right ones by exp(-alpha). A round without error counts like one of
/// error 1/1001 and leaves the weights alone, so that boosting goes on.
class Boosting {
  public:
    Boosting(std::vector<std::int32_t> codes, Index classes, std::vector<double> given)
        : codes_(std::move(codes)),
          classes_(classes),
          given_(std::move(given)),
          weights_(given_),
          total_(sum(given_)),
          votes_(codes_.size() * static_cast<std::size_t>(classes)) {}

    Index size() const { return static_cast<Index>(codes_.size()); }
    Index classes() const { return classes_; }
    std::span<const std::int32_t> codes() const { return codes_; }
    const std::vector<double>& given() const { return given_; }
    const std::vector<double>& weights() const { return weights_; }
    double total() const { return total_; }

    /// Weights for a learner. What is lighter than `lightest` of the mean cannot be felt, but would
    /// count as absent, or make steps vanish, if it came too close to zero.
    std::vector<double> round_weights() const {
        std::vector<double> out = weights_;
        const double least = lightest * total_ / static_cast<double>(size());
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = std::max(out[i], std::min(least, given_[i]));
        return out;
    }

    /// Takes a learner's predictions for all rows; false if it is no better than chance, which ends
    /// boosting without it.
    bool take(std::span<const std::int32_t> predicted) {
        const double error = error_of(predicted);
        last_error_ = error;
        if (error >= 1 - 1 / static_cast<double>(classes_)) return false;
        const double alpha = weight_for(error);
        errors_.push_back(error);
        alphas_.push_back(alpha);
        for (Index i = 0; i < size(); ++i) votes_[i * classes_ + predicted[i]] += alpha;
        vote_errors_.push_back(vote_error());
        if (error > 0) reweight(predicted, alpha);
        return true;
    }

    Index rounds() const { return static_cast<Index>(alphas_.size()); }
    double last_error() const { return last_error_; }  ///< also of a round that was not taken
    const std::vector<double>& errors() const { return errors_; }
    const std::vector<double>& alphas() const { return alphas_; }
    /// Training error of the vote after each round, by the given weights; a tie is an error.
    const std::vector<double>& vote_errors() const { return vote_errors_; }

  private:
    static constexpr double lightest = 1e-24;
    static constexpr double perfect_odds = 1000;

    static double sum(const std::vector<double>& values) {
        double total = 0;
        for (const double v : values) total += v;
        return total;
    }

    double error_of(std::span<const std::int32_t> predicted) const {
        double wrong = 0;
        for (Index i = 0; i < size(); ++i)
            if (predicted[i] != codes_[i]) wrong += weights_[i];
        return wrong / total_;
    }

    double weight_for(double error) const {
        const double odds = error > 0 ? 1 / error - 1 : perfect_odds;
        return 0.5 * (std::log(odds) + std::log(static_cast<double>(classes_ - 1)));
    }

    double vote_error() const {
        double wrong = 0;
        for (Index i = 0; i < size(); ++i)
            if (!wins(votes_.data() + i * classes_, codes_[i])) wrong += given_[i];
        return wrong / total_;
    }

    bool wins(const double* votes, std::int32_t code) const {
        for (Index c = 0; c < classes_; ++c)
            if (c != code && votes[c] >= votes[code]) return false;
        return true;
    }

    void reweight(std::span<const std::int32_t> predicted, double alpha) {
        const double up = std::exp(alpha), down = std::exp(-alpha);
        for (Index i = 0; i < size(); ++i) weights_[i] *= predicted[i] == codes_[i] ? down : up;
        const double factor = total_ / sum(weights_);
        for (double& w : weights_) w *= factor;
    }

    std::vector<std::int32_t> codes_;
    Index classes_;
    std::vector<double> given_, weights_;
    double total_;
    std::vector<double> votes_;  // one for each row and class
    std::vector<double> errors_, alphas_, vote_errors_;
    double last_error_ = 0;
};

}  // namespace rosenblatt::boosting
