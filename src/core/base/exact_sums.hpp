#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "base/index.hpp"

namespace rosenblatt {

/// A sum of whole multiples of a power of two, without rounding: any order gives the same bits.
/// Every 32nd power has a number of its own, with room for 2^30 additions of 96 bits.
template <int bits>
class ExactSum {
  public:
    /// Adds `value` times 2^`power`.
    void add(__int128 value, int power) { places_[power >> 5] += value << (power & 31); }

    /// Two's complement in words of 32 bits, the lowest first.
    std::vector<std::uint32_t> words() const {
        std::vector<std::uint32_t> found;
        __int128 carry = 0;
        for (const __int128 place : places_) {
            carry += place;
            found.push_back(static_cast<std::uint32_t>(carry));
            carry >>= 32;
        }
        return found;
    }

  private:
    std::array<__int128, bits / 32 + 7> places_ = {};
};

/// Number, extent, sum and sum of squares of the values that are not NaN, the sums exactly: in
/// units of the smallest double, and of its square.
struct ExactMoments {
    static constexpr std::uint64_t fraction = (std::uint64_t{1} << 52) - 1;

    Index known = 0, infinite = 0;
    double least = std::numeric_limits<double>::infinity(), largest = -least;
    ExactSum<2046> total = {};
    ExactSum<4092> squares = {};

    void add(double value) {
        const auto word = std::bit_cast<std::uint64_t>(value);
        const int exponent = static_cast<int>(word >> 52 & 2047);
        if (exponent == 2047) {
            if (!std::isnan(value)) ++infinite;
            return;
        }
        ++known;
        least = std::min(least, value);
        largest = std::max(largest, value);
        const auto hidden = static_cast<std::uint64_t>(exponent != 0) << 52;
        const std::uint64_t size = (word & fraction) | hidden;
        const int power = std::max(exponent, 1) - 1;
        const auto whole = static_cast<std::int64_t>(size);
        total.add(value < 0 ? -whole : whole, power);
        const auto square = static_cast<unsigned __int128>(size) * size;
        squares.add(static_cast<std::uint64_t>(square), 2 * power);
        squares.add(static_cast<std::uint64_t>(square >> 64), 2 * power + 64);
    }
};

}  // namespace rosenblatt
