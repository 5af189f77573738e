#pragma once

#include <cmath>
#include <vector>

#include "search/weight_order.hpp"

namespace rosenblatt::search {

/// Four sums in turn, from the bias on, so that additions need not wait for each other.
inline double inner(const std::vector<double>& a, const std::vector<double>& b) {
    const auto dim = static_cast<Index>(a.size());
    double sum[4] = {};
    const auto add = [&](Index k, Index j) { sum[k] += a[j] * b[j]; };
    Index turn = 0;
    if (dim >= 4)
        for (; turn < 4; ++turn) add(turn, weight_at(turn, dim));
    for (; turn + 4 <= dim; turn += 4)
        for (Index k = 0; k < 4; ++k) add(k, turn + k - 1);
    for (; turn < dim; ++turn) add(0, weight_at(turn, dim));
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

inline double norm(const std::vector<double>& v) { return std::sqrt(inner(v, v)); }

/// Subtracts from `v` its projections on the first `count` vectors of an orthonormal basis.
inline void project_out(const std::vector<std::vector<double>>& basis, std::size_t count,
                        std::vector<double>& v) {
    for (std::size_t k = 0; k < count; ++k) {
        const double along = inner(v, basis[k]);
        for (std::size_t j = 0; j < v.size(); ++j) v[j] -= along * basis[k][j];
    }
}

/// Makes `v` a unit vector orthogonal to `basis`; false if next to nothing of it is left. When
/// much was taken away, what is left is rounding error to a good part and must be cleaned again.
inline bool orthonormalise(const std::vector<std::vector<double>>& basis, std::vector<double>& v) {
    const double before = norm(v);
    project_out(basis, basis.size(), v);
    double left = norm(v);
    if (left < 0.5 * before) project_out(basis, basis.size(), v), left = norm(v);
    if (!(left > 1e-9 * before)) return false;
    for (double& value : v) value /= left;
    return true;
}

}  // namespace rosenblatt::search
