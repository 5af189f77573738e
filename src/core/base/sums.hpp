#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>

#include "base/index.hpp"

namespace rosenblatt {

/// The sum of numbers that are not negative, the same in any order: of whole numbers of 62 bits,
/// the largest of which has them all.
double order_free_sum(Index count, auto value) {
    double largest = 0;
    for (Index k = 0; k < count; ++k) largest = std::max(largest, value(k));
    if (largest == 0 || !std::isfinite(largest)) return largest;
    const int shift = 61 - std::ilogb(largest);
    const double half = std::ldexp(1.0, shift / 2), rest = std::ldexp(1.0, shift - shift / 2);
    std::uint64_t low = 0, high = 0;
    for (Index k = 0; k < count; ++k) {
        const auto whole = static_cast<std::int64_t>(value(k) * half * rest);
        low += static_cast<std::uint64_t>(whole) & 0xffffffffu;
        high += static_cast<std::uint64_t>(whole) >> 32;
    }
    return std::ldexp(std::ldexp(static_cast<double>(high), 32) + static_cast<double>(low), -shift);
}

/// Adds in four sums that do not wait for each other.
class FourSums {
  public:
    void add(double value) { sums_[count_++ % 4] += value; }
    double total() const { return (sums_[0] + sums_[2]) + (sums_[1] + sums_[3]); }

  private:
    double sums_[4] = {};
    std::uint64_t count_ = 0;
};

}  // namespace rosenblatt
