#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/memory.hpp"
#include "rows/rows.hpp"
#include "search/chosen_rows.hpp"
#include "search/packed_rows.hpp"
#include "search/weight_order.hpp"

namespace rosenblatt::search {

/// Dense rows, packed block by block and within a block column by column. The last column, that of
/// the bias, is the label.
template <class T>
class DensePackedRows {
  public:
    using Value = T;

    DensePackedRows(const Kernels<T>& kernels, const Table auto& table, const ChosenRows& s)
        : kernels_(&kernels),
          n_(s.size()),
          dim_(table.dim + 1),
          data_(padded(n_) * dim_),
          largest_(dim_, 0.0) {
        for (Index k = 0; k < n_; ++k) {
            const T y = s.labels[k];
            T* const row = data_.data() + k / block_rows * block_rows * dim_ + k % block_rows;
            table.each(s.rows[k],
                       [&](Index j, auto x) { row[j * block_rows] = y * static_cast<T>(x); });
            row[table.dim * block_rows] = y;
        }
        for (Index k = 0; k < n_; ++k)
            for (Index j = 0; j < dim_; ++j)
                largest_[j] = std::max(largest_[j], std::abs(static_cast<double>(entry(k, j))));
    }

    const Kernels<T>& kernels() const { return *kernels_; }
    Index size() const { return n_; }
    Index dim() const { return dim_; }
    const std::vector<double>& largest() const { return largest_; }
    T label(Index i) const { return entry(i, dim_ - 1); }

    /// Rows in whole blocks only.
    void products(const T* directions, Index count, T* out, Index stride, Index first,
                  Index last) const {
        kernels_->products(data_.data() + first * dim_, last - first, dim_, directions, count,
                           out + first, stride);
    }

    void scores(const double* w, double* out, Index first, Index last) const {
        kernels_->scores(data_.data() + first * dim_, last - first, dim_, w, out + first);
    }

    double score(const double* w, Index i) const {
        double sum = 0;
        for_each_weight(dim_, [&](Index j) { sum += static_cast<double>(entry(i, j)) * w[j]; });
        return sum;
    }

    double score_size(const double* w, Index i) const {
        double sum = 0;
        for_each_weight(dim_,
                        [&](Index j) { sum += std::abs(static_cast<double>(entry(i, j)) * w[j]); });
        return sum;
    }

    void add(Index i, double a, double* sum) const {
        for (Index j = 0; j < dim_; ++j) sum[j] += a * static_cast<double>(entry(i, j));
    }

  private:
    T entry(Index i, Index j) const {
        return data_[(i / block_rows * dim_ + j) * block_rows + i % block_rows];
    }

    const Kernels<T>* kernels_;
    Index n_, dim_;
    AlignedVector<T> data_;
    std::vector<double> largest_;
};

static_assert(PackedRows<DensePackedRows<float>> && PackedRows<DensePackedRows<double>>);

}  // namespace rosenblatt::search
