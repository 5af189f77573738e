#pragma once

#include <concepts>

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

}  // namespace rosenblatt::search
