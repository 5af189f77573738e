#pragma once

#include <cmath>
#include <concepts>

#include "base/memory.hpp"
#include "choices.hpp"
#include "search/chosen_rows.hpp"
#include "search/weight_order.hpp"
#include "simd/kernel_table.hpp"

namespace rosenblatt::search {

/// Rows of one problem as a descent reads them, the labels multiplied in.
template <class R>
concept PackedRows = requires(const R& rows, Index i, double a, const typename R::Value* directions,
                              typename R::Value* products, const double* w, double* out) {
    { rows.size() } -> std::same_as<Index>;
    { rows.dim() } -> std::same_as<Index>;  // columns, that of the bias included
    { rows.kernels() } -> std::same_as<const Kernels<typename R::Value>&>;
    { rows.largest()[i] } -> std::convertible_to<double>;  // of the absolute values of column i
    { rows.label(i) } -> std::same_as<typename R::Value>;
    /// products[k * stride + i] = y_i <direction k, x_i> for the rows first <= i < last
    rows.products(directions, i, products, i, i, i);
    /// y_i <w, x_i> in double precision, of many rows or one
    rows.scores(w, out, i, i);
    { rows.score(w, i) } -> std::same_as<double>;
    /// the sum of the absolute terms of the score: rounding errors are proportional to it
    { rows.score_size(w, i) } -> std::same_as<double>;
    rows.add(i, a, out);  // out += a * (y_i x_i)
};

/// Dense rows, packed block by block and within a block column by column. The last column, that of
/// the bias, is the label.
template <class T>
class DensePackedRows {
  public:
    using Value = T;

    template <class U>
    DensePackedRows(const Kernels<T>& kernels, const DenseTable<U>& table, const ChosenRows& s)
        : kernels_(&kernels),
          n_(s.size()),
          dim_(table.dim + 1),
          data_(padded(n_) * dim_),
          largest_(dim_, 0.0) {
        for (Index k = 0; k < n_; ++k) {
            const T y = s.labels[k];
            T* const row = data_.data() + k / block_rows * block_rows * dim_ + k % block_rows;
            const U* const x = table.data + s.rows[k] * table.stride;
            for (Index j = 0; j < table.dim; ++j) row[j * block_rows] = y * static_cast<T>(x[j]);
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

/// Sparse rows, their columns in order; values and labels stand apart.
template <class T>
class SparsePackedRows {
  public:
    using Value = T;

    template <class U, class I>
    SparsePackedRows(const Kernels<T>& kernels, const CsrTable<U, I>& table, const ChosenRows& s)
        : kernels_(&kernels),
          n_(s.size()),
          dim_(table.dim + 1),
          starts_(padded(n_) + 1, 0),
          labels_(padded(n_), T(0)),
          largest_(dim_, 0.0) {
        largest_[table.dim] = 1;
        for (Index k = 0; k < n_; ++k) {
            for (I p = table.starts[s.rows[k]]; p < table.starts[s.rows[k] + 1]; ++p) {
                const auto j = static_cast<std::uint32_t>(table.columns[p]);
                const U v = table.values[p];
                columns_.push_back(j), values_.push_back(static_cast<T>(v));
                largest_[j] = std::max(largest_[j], std::abs(static_cast<double>(v)));
            }
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

static_assert(PackedRows<DensePackedRows<float>> && PackedRows<DensePackedRows<double>>);
static_assert(PackedRows<SparsePackedRows<float>> && PackedRows<SparsePackedRows<double>>);

/// Rows of a table packed, in its own precision or another.
template <class T, class U>
DensePackedRows<T> pack_rows(const KernelSet& kernels, const DenseTable<U>& table,
                             const ChosenRows& s) {
    return {kernels.of<T>(), table, s};
}
template <class T, class U, class I>
SparsePackedRows<T> pack_rows(const KernelSet& kernels, const CsrTable<U, I>& table,
                              const ChosenRows& s) {
    return {kernels.of<T>(), table, s};
}

}  // namespace rosenblatt::search
