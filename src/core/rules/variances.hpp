#pragma once
#include <cmath>
#include <vector>

#include "rules/rule.hpp"

namespace rosenblatt {

/// What rules with a variance for each weight share: steps are taken along Sx, where S are the
/// variances, and whatever is learned makes them smaller.
struct Variances {
    std::vector<double> memory =
        {};            ///< variances, the constant feature's last; empty: all `first`
    double first = 1;  ///< what variances are before anything is learned

    /// Sx.
    const Direction& direction(const Example& e) {
        if (memory.empty()) memory.assign(static_cast<std::size_t>(e.dim()) + 1, first);
        columns_.clear(), values_.clear();
        e.each([&](Index j, double x) {
            if (x == 0) return;
            columns_.push_back(j);
            values_.push_back(memory[j] * x);
        });
        along_ = {columns_.data(), values_.data(), static_cast<Index>(columns_.size()),
                  memory.back() * std::sqrt(e.constant2())};
        return along_;
    }

    /// The variance of feature j falls by `note (S_j x_j)^2`.
    void moved(const Example&, const Move& move) {
        along_.each([&](Index j, double sx) { memory[j] -= move.note * sx * sx; });
        memory.back() -= move.note * along_.constant * along_.constant;
    }

  protected:
    /// x.Sx, the constant feature included.
    double spread(const Example& e) const {
        double sum = e.constant2() * (memory.empty() ? first : memory.back());
        e.each([&](Index j, double x) { sum += (memory.empty() ? first : memory[j]) * x * x; });
        return sum;
    }

  private:
    std::vector<Index> columns_ = {};
    std::vector<double> values_ = {};
    Direction along_ = {};
};

}  // namespace rosenblatt
