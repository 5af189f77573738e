#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "online/state.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// The examples of a small dense table once more, as many side by side as a vector holds: all of
/// them are scored without adding up within a vector. Scores have the bits of a row's `dot`.
template <class T>
class ErrorCount {
  public:
    static constexpr Index width = Vector<T>::width;
    static constexpr double epsilon = std::numeric_limits<T>::epsilon();
    static constexpr Index most = Index(1) << 19;  ///< values; beyond them memory is the limit

    template <class R>
    static bool fits(const State<R>& s) {
        return s.single() && s.examples.size() * (s.rows.dim() + s.groups) <= most;
    }

    explicit ErrorCount(const auto& s)
        : d_(s.rows.dim()),
          size_(round_up(s.examples.size(), width)),
          values_(static_cast<std::size_t>(size_ * d_)),
          signs_(static_cast<std::size_t>(size_ * s.groups), T(-1)),
          rough_costs_(static_cast<std::size_t>(size_)),
          costs_(static_cast<std::size_t>(size_)),
          wrong_(static_cast<std::size_t>(size_ / width)) {
        for (Index e = 0; e < s.examples.size(); ++e) {
            T* const place = values_.data() + e / width * width * d_ + e % width;
            s.rows.each(s.examples.row_of(e), [&](Index j, T x) { place[j * width] = x; });
            for (Index g = 0; g < s.groups; ++g)
                if (s.labels[e] == s.setup.lanes[g].positive) signs_[g * size_ + e] = T(1);
            costs_[e] = s.examples.cost_of(e);
            rough_costs_[e] = not_above_cost(costs_[e]);
        }
    }

    /// Weight of the examples that a group's weights do not get strictly right, added up example by
    /// example; if that is not below `enough`, any number that is not.
    double error(Index group, const T* w, T bias, double enough) {
        if (surely_reaches(enough, group, w, bias)) return enough;
        double error = 0;
        for (Index e = 0; e < size_; e += width)
            for (unsigned wrong = wrong_[e / width]; wrong != 0; wrong &= wrong - 1)
                error += costs_[e + std::countr_zero(wrong)];
        return error;
    }

  private:
    /// Adds up in vectors, which rounds otherwise, and so asks for a little more than enough; if
    /// there is less, `wrong_` tells all examples that are not right.
    bool surely_reaches(double enough, Index group, const T* w, T bias) {
        constexpr Index together = 4 * width;
        const double plenty = enough * (1 + static_cast<double>(size_) * epsilon);
        const T* const signs = signs_.data() + group * size_;
        const Vec<T> none = {};
        Vec<T> sums = {};
        for (Index first = 0; first < size_; first += together) {
            for (Index e = first; e < std::min(first + together, size_); e += width) {
                const Vec<T> margins = load(signs + e) * (dots(w, e) + bias);
                wrong_[e / width] = static_cast<std::uint8_t>(not_above<T>(margins, none));
                sums += margins > none ? none : load(rough_costs_.data() + e);
            }
            double sum = 0;
            for (Index k = 0; k < width; ++k) sum += static_cast<double>(sums[k]);
            if (sum > plenty && std::isfinite(sum)) return true;
        }
        return false;
    }

    static T not_above_cost(double cost) {
        const T rough = static_cast<T>(cost);
        return static_cast<double>(rough) > cost ? std::nextafter(rough, T(0)) : rough;
    }

    [[gnu::always_inline]] Vec<T> dots(const T* w, Index first) const {
        const T* const x = values_.data() + first * d_;
        Vec<T> s[kSums] = {};
        Index j = 0;
        for (; j + kSums <= d_; j += kSums)
            for (Index k = 0; k < kSums; ++k) s[k] += load(x + (j + k) * width) * w[j + k];
        for (Index k = 0; k < kSums; ++k)
            if (j + k < d_) s[k] += load(x + (j + k) * width) * w[j + k];
        return tree(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]);
    }

    Index d_, size_;  // examples, rounded up; those that only fill a vector cost nothing
    std::vector<T> values_, signs_, rough_costs_;
    std::vector<double> costs_;
    std::vector<std::uint8_t> wrong_;  // a bit for each example of a vector
};

}  // namespace rosenblatt::ROSENBLATT_ISA
