#pragma once
// Symmetric matrices of which the lower half is stored: four lines at a time, each as long as the
// last of the four, so that all loops run over whole vectors. Lines and columns beyond the matrix
// are 0, and the corner of four lines is stored twice, on both sides of the diagonal.
#include "base/memory.hpp"

namespace rosenblatt {

/// Lines, and entries of vectors, that are stored for a matrix of n lines.
constexpr Index whole_lines(Index n) { return round_up(n, 4); }

/// Numbers stored for a matrix of n lines.
constexpr Index half_size(Index n) { return whole_lines(n) * (whole_lines(n) + 4) / 2; }

/// Where line i begins.
constexpr Index line_start(Index i) {
    const Index block = i / 4 * 4;
    return half_size(block) + (i - block) * (block + 4);
}

/// The loops over a symmetric matrix, compiled once for each instruction set; vectors have
/// `whole_lines(n)` entries.
struct SymmetricKernels {
    /// out = the matrix times x; returns the product of both.
    double (*multiply)(const double* half, Index n, const double* x, double* out);
    /// The matrix falls by factor v v'.
    void (*subtract)(double* half, Index n, double factor, const double* v);
};

}  // namespace rosenblatt

#if defined(ROSENBLATT_ISA)
#include "simd/vectors.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// Their sums, each (0 + 1) + (2 + 3).
inline Vec<double> sums_of(Vec<double> a, Vec<double> b, Vec<double> c, Vec<double> d) {
    const Vec<double> ab =
        __builtin_shufflevector(a, b, 0, 4, 2, 6) + __builtin_shufflevector(a, b, 1, 5, 3, 7);
    const Vec<double> cd =
        __builtin_shufflevector(c, d, 0, 4, 2, 6) + __builtin_shufflevector(c, d, 1, 5, 3, 7);
    return __builtin_shufflevector(ab, cd, 0, 1, 4, 5) +
           __builtin_shufflevector(ab, cd, 2, 3, 6, 7);
}

/// The share of four lines in the entries before them is added up before it is stored; the entries
/// of the four are first touched by themselves.
inline double multiply_half(const double* half, Index n, const double* x, double* out) {
    const double* p = half;
    for (Index i = 0; i < n; i += 4) {
        const Index length = i + 4;
        const double *const q = p + length, *const r = q + length, *const s = r + length;
        const Vec<double> x0 = all_equal(x[i]), x1 = all_equal(x[i + 1]), x2 = all_equal(x[i + 2]),
                          x3 = all_equal(x[i + 3]), own = load(x + i);
        Vec<double> sum0 = load(p + i) * own, sum1 = load(q + i) * own, sum2 = load(r + i) * own,
                    sum3 = load(s + i) * own;
        for (Index j = 0; j < i; j += 4) {
            const Vec<double> at = load(x + j);
            const Vec<double> a = load(p + j), b = load(q + j), c = load(r + j), d = load(s + j);
            sum0 += a * at;
            sum1 += b * at;
            sum2 += c * at;
            sum3 += d * at;
            store(out + j, load(out + j) + ((a * x0 + b * x1) + (c * x2 + d * x3)));
        }
        store(out + i, sums_of(sum0, sum1, sum2, sum3));
        p = s + length;
    }
    Vec<double> sums = {};
    for (Index i = 0; i < n; i += 4) sums += load(x + i) * load(out + i);
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

inline void subtract_half(double* half, Index n, double factor, const double* v) {
    double* p = half;
    for (Index i = 0; i < n; i += 4) {
        const Index length = i + 4;
        double *const q = p + length, *const r = q + length, *const s = r + length;
        const Vec<double> v0 = all_equal(factor * v[i]), v1 = all_equal(factor * v[i + 1]),
                          v2 = all_equal(factor * v[i + 2]), v3 = all_equal(factor * v[i + 3]);
        for (Index j = 0; j < length; j += 4) {
            const Vec<double> at = load(v + j);
            store(p + j, load(p + j) - v0 * at);
            store(q + j, load(q + j) - v1 * at);
            store(r + j, load(r + j) - v2 * at);
            store(s + j, load(s + j) - v3 * at);
        }
        p = s + length;
    }
}

inline constexpr SymmetricKernels symmetric_kernels{multiply_half, subtract_half};

}  // namespace rosenblatt::ROSENBLATT_ISA
#endif
