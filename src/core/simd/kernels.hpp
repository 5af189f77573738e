// Each translation unit that includes this file names its instruction set in ROSENBLATT_ISA, and
// gets its own copy in a namespace of that name.
#pragma once

#include "simd/codes.hpp"
#include "simd/kernel_table.hpp"
#include "simd/vectors.hpp"

namespace rosenblatt::search::ROSENBLATT_ISA {

namespace simd = rosenblatt::ROSENBLATT_ISA;

/// As many rows as one register holds, and how many these are.
template <class T>
using RowVector = simd::Vec<T, simd::register_bytes>;
template <class T>
inline constexpr Index vector_rows = simd::Vector<T, simd::register_bytes>::width;

/// Adds one column of two vectors of rows, times its entry in each of C directions.
template <class T, int C>
[[gnu::always_inline]] inline void add_column(const T* __restrict x, const T* __restrict d,
                                              RowVector<T>* low, RowVector<T>* high) {
    constexpr int bytes = simd::register_bytes;
    const RowVector<T> a = simd::load<T, bytes>(x), b = simd::load<T, bytes>(x + vector_rows<T>);
#pragma GCC unroll 8
    for (int c = 0; c < C; ++c) {
        low[c] += a * d[c];
        high[c] += b * d[c];
    }
}

/// Two vectors of rows times C directions: 2 C sums stay in registers while the columns pass by.
/// Each row's sum runs over the bias, the last column, and then the others in order, multiply then
/// add, so it does not depend on the instruction set nor on the row's place in the block.
template <class T, int C>
inline void multiply_vectors(const T* __restrict x, Index dim, const T* __restrict d, Index count,
                             T* __restrict out, Index stride) {
    using V = RowVector<T>;
    V low[C], high[C];
    for (int c = 0; c < C; ++c) low[c] = high[c] = V{};
    add_column<T, C>(x + (dim - 1) * block_rows, d + (dim - 1) * count, low, high);
    for (Index j = 0; j < dim - 1; ++j, x += block_rows, d += count)
        add_column<T, C>(x, d, low, high);
#pragma GCC unroll 8
    for (int c = 0; c < C; ++c) {
        simd::store<T, sizeof(V)>(out + c * stride, low[c]);
        simd::store<T, sizeof(V)>(out + c * stride + vector_rows<T>, high[c]);
    }
}

template <class T, int C>
inline void multiply_block(const T* x, Index dim, const T* d, Index count, T* out, Index stride) {
    for (Index r = 0; r < block_rows; r += 2 * vector_rows<T>)
        multiply_vectors<T, C>(x + r, dim, d, count, out + r, stride);
}

template <class T>
inline void multiply_remainder(const T* x, Index dim, const T* d, Index count, Index left, T* out,
                               Index stride) {
    switch (left) {
        case 1:
            return multiply_block<T, 1>(x, dim, d, count, out, stride);
        case 2:
            return multiply_block<T, 2>(x, dim, d, count, out, stride);
        case 3:
            return multiply_block<T, 3>(x, dim, d, count, out, stride);
        case 4:
            return multiply_block<T, 4>(x, dim, d, count, out, stride);
        case 5:
            return multiply_block<T, 5>(x, dim, d, count, out, stride);
        default:
            return;
    }
}

/// Rows by groups that fit the first-level cache: each group is used for all directions, and each
/// direction's products are written in long runs.
template <class T>
void products(const T* rows, Index n, Index dim, const T* directions, Index count, T* out,
              Index stride) {
    const Index fit = Index{16384} / (block_rows * dim * static_cast<Index>(sizeof(T)));
    const Index group = block_rows * (fit < 1 ? 1 : fit);
    for (Index first = 0; first < n; first += group) {
        const Index last = first + group < n ? first + group : n;
        Index k = 0;
        for (; k + 6 <= count; k += 6)
            for (Index i = first; i < last; i += block_rows)
                multiply_block<T, 6>(rows + i * dim, dim, directions + k, count,
                                     out + i + k * stride, stride);
        for (Index i = first; i < last && k < count; i += block_rows)
            multiply_remainder(rows + i * dim, dim, directions + k, count, count - k,
                               out + i + k * stride, stride);
    }
}

template <class T>
void scores(const T* rows, Index n, Index dim, const double* w, double* out) {
    for (Index i = 0; i < n; i += block_rows, rows += dim * block_rows) {
        double sum[block_rows] = {};
        const auto add = [&](Index j) {
            const T* const x = rows + j * block_rows;
            for (Index r = 0; r < block_rows; ++r) sum[r] += static_cast<double>(x[r]) * w[j];
        };
        add(dim - 1);
        for (Index j = 0; j < dim - 1; ++j) add(j);
        for (Index r = 0; r < block_rows; ++r) out[i + r] = sum[r];
    }
}

/// C directions at a time, one row at a time: the columns of a sparse row are far apart, but the
/// entries of all directions at one column are neighbours.
template <class T, int C>
inline void sparse_row(const SparseBlock<T>& rows, Index i, const T* __restrict d, Index count,
                       T* __restrict out, Index stride) {
    T sum[C];
    for (int c = 0; c < C; ++c) sum[c] = d[rows.dim * count + c];
    for (Index p = rows.starts[i]; p < rows.starts[i + 1]; ++p) {
        const T* __restrict at = d + static_cast<Index>(rows.columns[p]) * count;
        const T v = rows.values[p];
        for (int c = 0; c < C; ++c) sum[c] += v * at[c];
    }
    for (int c = 0; c < C; ++c) out[c * stride + i] = rows.labels[i] * sum[c];
}

template <class T>
void sparse_products(const SparseBlock<T>& rows, Index n, const T* directions, Index count, T* out,
                     Index stride) {
    for (Index i = 0; i < n; ++i) {
        Index k = 0;
        for (; k + 24 <= count; k += 24)
            sparse_row<T, 24>(rows, i, directions + k, count, out + k * stride, stride);
        for (; k + 8 <= count; k += 8)
            sparse_row<T, 8>(rows, i, directions + k, count, out + k * stride, stride);
        for (; k < count; ++k)
            sparse_row<T, 1>(rows, i, directions + k, count, out + k * stride, stride);
    }
}

template <class T, bool Weighted>
inline std::uint64_t advance_rows(const T* __restrict z, const T* __restrict g, T alpha, T band,
                                  const std::uint32_t* __restrict weights, Index n,
                                  T* __restrict moved, std::uint8_t* __restrict near) {
    std::uint64_t wrong = 0;
    for (Index first = 0; first < n; first += chunk_rows) {
        const Index last = first + chunk_rows < n ? first + chunk_rows : n;
        std::uint32_t chunk_wrong = 0, chunk_near = 0;
        for (Index i = first; i < last; ++i) {
            const T v = z[i] + alpha * g[i];
            moved[i] = v;
            chunk_wrong += v <= 0 ? (Weighted ? weights[i] : 1U) : 0U;
            chunk_near |= (v < 0 ? -v : v) <= band ? 1U : 0U;
        }
        wrong += chunk_wrong;
        near[first / chunk_rows] = static_cast<std::uint8_t>(chunk_near);
    }
    return wrong;
}

template <class T>
std::uint64_t advance(const T* z, const T* g, T alpha, T band, const std::uint32_t* weights,
                      Index n, T* moved, std::uint8_t* near) {
    return weights ? advance_rows<T, true>(z, g, alpha, band, weights, n, moved, near)
                   : advance_rows<T, false>(z, g, alpha, band, weights, n, moved, near);
}

template <class T>
std::uint64_t weigh(const T* __restrict z, const std::uint32_t* __restrict weights, Index n) {
    std::uint32_t wrong = 0;
    if (weights)
        for (Index i = 0; i < n; ++i) wrong += z[i] <= 0 ? weights[i] : 0U;
    else
        for (Index i = 0; i < n; ++i) wrong += z[i] <= 0 ? 1U : 0U;
    return wrong;
}

template <class T>
constexpr Kernels<T> table() {
    return {products<T>, scores<T>, sparse_products<T>, advance<T>, weigh<T>, scatter<T>, gather};
}

}  // namespace rosenblatt::search::ROSENBLATT_ISA
