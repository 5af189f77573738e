#pragma once
// Symmetric matrices of which the lower half is stored, line by line: line i has i + 1 entries.
#include "base/index.hpp"

namespace rosenblatt {

constexpr Index half_size(Index n) { return n * (n + 1) / 2; }

/// The loops over a symmetric matrix of n lines, compiled once for each instruction set.
struct SymmetricKernels {
    /// out = the matrix times x.
    void (*multiply)(const double* half, Index n, const double* x, double* out);
    /// The matrix falls by factor v v'.
    void (*subtract)(double* half, Index n, double factor, const double* v);
};

}  // namespace rosenblatt

#if defined(ROSENBLATT_ISA)
#include <algorithm>

#include "simd/vectors.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// One line of the matrix: adds its product with x to out[i], and its share of the others.
inline void multiply_line(const double* line, Index i, const double* x, double* out) {
    const Vec<double> own = all_equal(x[i]);
    Vec<double> sums = {};
    Index j = 0;
    for (; j + 4 <= i; j += 4) {
        const Vec<double> entries = load(line + j);
        sums += entries * load(x + j);
        store(out + j, load(out + j) + entries * own);
    }
    double sum = (sums[0] + sums[1]) + (sums[2] + sums[3]);
    for (; j < i; ++j) {
        sum += line[j] * x[j];
        out[j] += line[j] * x[i];
    }
    out[i] += sum + line[i] * x[i];
}

/// Four lines at a time, whose share of the others is added up before it is stored.
inline void multiply_half(const double* half, Index n, const double* x, double* out) {
    std::fill_n(out, n, 0.0);
    Index i = 0;
    const double* line = half;
    for (; i + 4 <= n; line += 4 * i + 10, i += 4) {
        const double* const lines[] = {line, line + i + 1, line + 2 * i + 3, line + 3 * i + 6};
        const Vec<double> own[] = {all_equal(x[i]), all_equal(x[i + 1]), all_equal(x[i + 2]),
                                   all_equal(x[i + 3])};
        Vec<double> sums[4] = {};
        for (Index j = 0; j < i; j += 4) {
            const Vec<double> at = load(x + j);
            const Vec<double> a = load(lines[0] + j), b = load(lines[1] + j),
                              c = load(lines[2] + j), d = load(lines[3] + j);
            sums[0] += a * at;
            sums[1] += b * at;
            sums[2] += c * at;
            sums[3] += d * at;
            store(out + j, load(out + j) + ((a * own[0] + b * own[1]) + (c * own[2] + d * own[3])));
        }
        for (Index r = 0; r < 4; ++r) {
            double sum = (sums[r][0] + sums[r][1]) + (sums[r][2] + sums[r][3]);
            for (Index c = i; c < i + r; ++c) {
                sum += lines[r][c] * x[c];
                out[c] += lines[r][c] * x[i + r];
            }
            out[i + r] += sum + lines[r][i + r] * x[i + r];
        }
    }
    for (; i < n; line += i + 1, ++i) multiply_line(line, i, x, out);
}

inline void subtract_line(double* line, Index i, double part, const double* v) {
    const Vec<double> parts = all_equal(part);
    Index j = 0;
    for (; j + 4 <= i + 1; j += 4) store(line + j, load(line + j) - parts * load(v + j));
    for (; j <= i; ++j) line[j] -= part * v[j];
}

inline void subtract_half(double* half, Index n, double factor, const double* v) {
    double* line = half;
    Index i = 0;
    for (; i + 4 <= n; line += 4 * i + 10, i += 4) {
        double* const lines[] = {line, line + i + 1, line + 2 * i + 3, line + 3 * i + 6};
        double parts[4];
        for (Index r = 0; r < 4; ++r) parts[r] = factor * v[i + r];
        for (Index j = 0; j < i; j += 4) {
            const Vec<double> at = load(v + j);
            for (Index r = 0; r < 4; ++r)
                store(lines[r] + j, load(lines[r] + j) - all_equal(parts[r]) * at);
        }
        for (Index r = 0; r < 4; ++r)
            for (Index c = i; c <= i + r; ++c) lines[r][c] -= parts[r] * v[c];
    }
    for (; i < n; line += i + 1, ++i) subtract_line(line, i, factor * v[i], v);
}

inline constexpr SymmetricKernels symmetric_kernels{multiply_half, subtract_half};

}  // namespace rosenblatt::ROSENBLATT_ISA
#endif
