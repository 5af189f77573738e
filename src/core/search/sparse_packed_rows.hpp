#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/memory.hpp"
#include "rows/rows.hpp"
#include "search/chosen_rows.hpp"
#include "search/packed_rows.hpp"

namespace rosenblatt::search {

/// Sparse rows, their columns in order; values and labels stand apart.
template <class T>
class SparsePackedRows {
  public:
    using Value = T;

    SparsePackedRows(const Kernels<T>& kernels, const Table auto& table, const ChosenRows& s)
        : kernels_(&kernels),
          n_(s.size()),
          dim_(table.dim + 1),
          starts_(padded(n_) + 1, 0),
          labels_(padded(n_), T(0)),
          largest_(dim_, 0.0) {
        largest_[table.dim] = 1;
        for (Index k = 0; k < n_; ++k) {
            table.each(s.rows[k], [&](Index j, auto x) {
                columns_.push_back(static_cast<std::uint32_t>(j));
                values_.push_back(static_cast<T>(x));
                largest_[j] = std::max(largest_[j], std::abs(static_cast<double>(x)));
            });
            labels_[k] = s.labels[k], starts_[k + 1] = static_cast<Index>(columns_.size());
        }
        for (Index k = n_; k < padded(n_); ++k) starts_[k + 1] = starts_[n_];
    }

    const Kernels<T>& kernels() const { return *kernels_; }
    Index size() const { return n_; }
    Index dim() const { return dim_; }
    const std::vector<double>& largest() const { return largest_; }
    T label(Index i) const { return labels_[i]; }

    void products(const T* directions, Index count, T* out, Index stride, Index first,
                  Index last) const {
        const SparseBlock<T> rows{starts_.data() + first, columns_.data(), values_.data(),
                                  labels_.data() + first, dim_ - 1};
        kernels_->sparse_products(rows, last - first, directions, count, out + first, stride);
    }

    void scores(const double* w, double* out, Index first, Index last) const {
        for (Index i = first; i < last; ++i) out[i] = score(w, i);
    }

    double score(const double* w, Index i) const {
        double sum = w[dim_ - 1];
        for (Index p = starts_[i]; p < starts_[i + 1]; ++p)
            sum += static_cast<double>(values_[p]) * w[columns_[p]];
        return sum * static_cast<double>(labels_[i]);
    }

    double score_size(const double* w, Index i) const {
        double sum = std::abs(w[dim_ - 1]);
        for (Index p = starts_[i]; p < starts_[i + 1]; ++p)
            sum += std::abs(static_cast<double>(values_[p]) * w[columns_[p]]);
        return sum;
    }

    void add(Index i, double a, double* sum) const {
        const double signed_a = a * static_cast<double>(labels_[i]);
        sum[dim_ - 1] += signed_a;
        for (Index p = starts_[i]; p < starts_[i + 1]; ++p)
            sum[columns_[p]] += signed_a * static_cast<double>(values_[p]);
    }

  private:
    const Kernels<T>* kernels_;
    Index n_, dim_;
    std::vector<Index> starts_;
    std::vector<std::uint32_t> columns_;
    std::vector<T> values_;
    std::vector<T> labels_;
    std::vector<double> largest_;
};

static_assert(PackedRows<SparsePackedRows<float>> && PackedRows<SparsePackedRows<double>>);

}  // namespace rosenblatt::search
