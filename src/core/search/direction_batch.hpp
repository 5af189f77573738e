#pragma once

#include <cmath>
#include <limits>
#include <span>
#include <vector>

#include "base/memory.hpp"
#include "base/stop.hpp"
#include "search/packed_rows.hpp"
#include "search/weight_order.hpp"

namespace rosenblatt::search {

/// Several directions and their products with all rows, computed in one pass over the rows.
/// Directions are rounded to the precision of the data first, so that weights and scores move
/// along the same vector.
template <PackedRows Packed>
class DirectionBatch {
  public:
    using T = typename Packed::Value;

    explicit DirectionBatch(const Packed& rows, Index most)
        : rows_(&rows),
          stride_(padded(rows.size())),
          directions_(rows.dim() * most),
          products_(stride_ * most),
          column_(rows.dim()) {}

    /// Direction k is whatever `draw(k, d)` writes to d. False if `stop` cut the work short.
    template <class Draw>
    bool fill(Index count, Draw draw, const Stop& stop) {
        count_ = count;
        for (Index k = 0; k < count; ++k) {
            draw(k, std::span<double>(column_));
            for (std::size_t j = 0; j < column_.size(); ++j)
                directions_[static_cast<Index>(j) * count + k] = static_cast<T>(column_[j]);
        }
        const Index step = padded(std::max<Index>(1, work_between_polls / (rows_->dim() * count)));
        for (Index first = 0; first < stride_; first += step) {
            if (first > 0 && stop()) return false;
            rows_->products(directions_.data(), count, products_.data(), stride_, first,
                            std::min(first + step, stride_));
        }
        return true;
    }

    /// Sets products to zero that are nothing but rounding errors: directions that were made
    /// orthogonal to some rows shall not move those rows.
    void drop_rounding_noise() {
        const std::vector<double>& largest = rows_->largest();
        for (Index k = 0; k < count_; ++k) {
            double size = 0;
            for_each_weight(rows_->dim(), [&](Index j) {
                size += largest[j] * std::abs(static_cast<double>(directions_[j * count_ + k]));
            });
            const double terms = static_cast<double>(largest.size());
            const T noise = static_cast<T>(terms * std::numeric_limits<T>::epsilon() * size);
            T* const g = products_.data() + k * stride_;
            for (Index i = 0; i < stride_; ++i) g[i] = std::abs(g[i]) <= noise ? T(0) : g[i];
        }
    }

    const T* direction(Index k) const { return directions_.data() + k; }
    Index direction_stride() const { return count_; }
    const T* products(Index k) const { return products_.data() + k * stride_; }

  private:
    /// Multiplications: a few milliseconds.
    static constexpr Index work_between_polls = Index{1} << 24;
    const Packed* rows_;
    Index stride_, count_ = 0;
    AlignedVector<T> directions_, products_;
    std::vector<double> column_;
};

}  // namespace rosenblatt::search
