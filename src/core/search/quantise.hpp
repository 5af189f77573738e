#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

namespace rosenblatt::search {

/// ChosenRows weights as whole numbers, so that sums are exact and independent of order:
/// `units[i] = weights[i] * scale`, rounded.
///
/// Weights that are multiples of the smallest, or whole numbers, are taken exactly as long as
/// their sum stays below 2^30. Others are scaled by a power of two to a sum in [2^29, 2^30], so
/// each is off by at most half a unit and the error of any hyperplane by at most N / 2^30 of the
/// total weight.
struct Quantised {
    std::vector<std::uint32_t> units;
    double scale = 1;
};

inline constexpr double most_units = 0x1p30;

inline bool are_multiples(std::span<const double> weights, double unit) {
    double sum = 0;
    for (const double w : weights) {
        const double k = w / unit;
        if (std::abs(k - std::nearbyint(k)) > 1e-12 * k) return false;
        sum += k;
    }
    return sum < most_units;
}

/// 2^k such that the scaled weights sum to something in [2^29, 2^30]. Rounding to whole numbers
/// before summing keeps the result independent of the order of the weights.
inline double power_scale(std::span<const double> weights) {
    const int top = std::ilogb(*std::max_element(weights.begin(), weights.end()));
    std::uint64_t sum = 0;
    for (const double w : weights) sum += static_cast<std::uint64_t>(std::ldexp(w, 38 - top));
    return std::ldexp(1.0, 38 - top + 29 - std::ilogb(static_cast<double>(sum)));
}

inline double unit_scale(std::span<const double> weights) {
    double unit = 0;
    for (const double w : weights)
        if (w > 0 && (unit == 0 || w < unit)) unit = w;
    if (are_multiples(weights, unit)) return 1 / unit;
    return are_multiples(weights, 1) ? 1 : power_scale(weights);
}

/// At least one weight must be positive, none negative.
inline Quantised quantise(std::span<const double> weights) {
    Quantised q{std::vector<std::uint32_t>(weights.size()), unit_scale(weights)};
    for (std::size_t i = 0; i < weights.size(); ++i)
        q.units[i] = static_cast<std::uint32_t>(std::nearbyint(weights[i] * q.scale));
    return q;
}

}  // namespace rosenblatt::search
