#pragma once
#include <algorithm>
#include <vector>

#include "state.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// The examples of a small dense table once more, as many side by side as a vector holds: all of
/// them are scored without adding up within a vector. Scores have the bits of a row's `dot`.
template <class T>
class Sheet {
  public:
    static constexpr Index width = Vector<T>::width;
    static constexpr Index most = Index(1) << 19;  ///< values; beyond them memory is the limit

    template <class R>
    static bool fits(const State<R>& s) {
        return std::is_same_v<R, DenseRows<T>> && !s.setup.joint &&
               s.examples.size() * (s.rows.dim() + s.group_count()) <= most;
    }

    explicit Sheet(const auto& s)
        : d_(s.rows.dim()),
          size_(round_up(s.examples.size(), width)),
          values_(static_cast<std::size_t>(size_ * d_)),
          signs_(static_cast<std::size_t>(size_ * s.group_count()), T(-1)),
          costs_(static_cast<std::size_t>(size_)) {
        for (Index e = 0; e < s.examples.size(); ++e) {
            T* const place = values_.data() + e / width * width * d_ + e % width;
            s.rows.each(s.examples.row_of(e), [&](Index j, T x) { place[j * width] = x; });
            for (Index g = 0; g < s.group_count(); ++g)
                if (s.labels[e] == s.setup.lanes[g].positive) signs_[g * size_ + e] = T(1);
            costs_[e] = s.examples.cost_of(e);
        }
    }

    /// Weight of the examples that a group's weights do not get strictly right, added up example by
    /// example; stops at `enough`.
    double error(Index group, const T* w, T bias, double enough) const {
        const T* const signs = signs_.data() + group * size_;
        const Vec<T> none = {};
        double error = 0;
        for (Index e = 0; e < size_ && error < enough; e += width) {
            const unsigned wrong = not_above<T>(load(signs + e) * (dots(w, e) + bias), none);
            // Without a branch: which examples are wrong is as good as random.
            for (Index k = 0; k < width; ++k)
                error += costs_[e + k] * static_cast<double>(wrong >> k & 1u);
        }
        return error;
    }

  private:
    Vec<T> dots(const T* w, Index first) const {
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
    std::vector<T> values_, signs_;
    std::vector<double> costs_;
};

}  // namespace rosenblatt::ROSENBLATT_ISA
