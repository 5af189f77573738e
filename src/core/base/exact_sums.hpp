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

/// Eight numbers at a time, added without rounding: each is taken apart into multiples of two
/// powers of two, one far below the other, whose sums have room in a double for a block of numbers.
class BlockSum {
  public:
    static constexpr Index lanes = 8, block = 1024;
    static constexpr int level_bits = 45;  ///< and 7 for the numbers of a block in one lane

    /// All numbers are below 2^`exponent`.
    explicit BlockSum(int exponent) {
        for (int level = 0; level < 2; ++level)
            round_[level] = std::ldexp(1.5, 52 + exponent - (level + 1) * level_bits);
    }

    void add(const double* numbers) {
        for (Index k = 0; k < lanes; ++k) {
            const double high = (numbers[k] + round_[0]) - round_[0], rest = numbers[k] - high;
            const double low = (rest + round_[1]) - round_[1];
            high_[k] += high;
            low_[k] += low;
            left_[k] += std::fabs(rest - low);
        }
    }

    /// Whether no number had bits below both levels.
    bool complete() const {
        return std::all_of(left_.begin(), left_.end(), [](double left) { return left == 0; });
    }

    void give(auto take) const {
        for (Index k = 0; k < lanes; ++k) take(high_[k]), take(low_[k]);
    }

  private:
    double round_[2];
    std::array<double, lanes> high_ = {}, low_ = {}, left_ = {};
};

/// Number, extent, sum and sum of squares of the values that are not NaN, the sums exactly: in
/// units of the smallest double, and of its square.
struct ExactMoments {
    Index known = 0, infinite = 0;
    double least = std::numeric_limits<double>::infinity(), largest = -least;
    ExactSum<2046> total = {};
    ExactSum<4092> squares = {};

    template <class T>
    void add_all(const T* values, Index stride, Index rows) {
        std::array<double, BlockSum::block> block;
        for (Index first = 0; first < rows; first += BlockSum::block) {
            const Index count = std::min(BlockSum::block, rows - first);
            for (Index k = 0; k < count; ++k)
                block[k] = static_cast<double>(values[(first + k) * stride]);
            std::fill(block.begin() + count, block.end(), 0.0);
            if (const double largest_size = look_at(block.data(), count);
                !add_quickly<T>(block.data(), largest_size))
                for (Index k = 0; k < count; ++k) add(block[k]);
        }
    }

  private:
    /// Counts values, replaces those that are none by 0, and tells the largest size.
    double look_at(double* block, Index count) {
        double size = 0;
        for (Index k = 0; k < count; ++k) {
            if (!std::isfinite(block[k])) {
                infinite += !std::isnan(block[k]);
                block[k] = 0;
                continue;
            }
            ++known;
            least = std::min(least, block[k]);
            largest = std::max(largest, block[k]);
            size = std::max(size, std::fabs(block[k]));
        }
        return size;
    }

    /// Whether the block could be added in doubles; otherwise nothing has changed.
    template <class T>
    bool add_quickly(const double* block, double size) {
        if (size == 0) return true;
        const int exponent = std::ilogb(size) + 1;
        if (exponent < -300 || exponent > 400) return false;
        BlockSum sum(exponent), square(2 * exponent), error(2 * exponent - 52);
        constexpr Index lanes = BlockSum::lanes;
        std::array<double, lanes> products, errors;
        for (Index k = 0; k < BlockSum::block; k += lanes) {
            sum.add(block + k);
            for (Index j = 0; j < lanes; ++j) products[j] = block[k + j] * block[k + j];
            square.add(products.data());
            if constexpr (sizeof(T) == sizeof(double)) {  // the squares of floats are exact
                for (Index j = 0; j < lanes; ++j)
                    errors[j] = rounding_error(block[k + j], products[j]);
                error.add(errors.data());
            }
        }
        if (!sum.complete() || !square.complete() || !error.complete()) return false;
        sum.give([this](double part) { add_to(total, part, 0); });
        square.give([this](double part) { add_to(squares, part, unit); });
        error.give([this](double part) { add_to(squares, part, unit); });
        return true;
    }

    /// What the rounding of a square has taken away (Dekker 1971).
    static double rounding_error(double value, double square) {
        const double scaled = value * 134217729.0, high = scaled - (scaled - value);
        const double low = value - high;
        return ((high * high - square) + 2 * high * low) + low * low;
    }

    void add(double value) {
        add_to(total, value, 0);
        const auto [size, power] = parts(value);
        const auto square = static_cast<unsigned __int128>(size) * size;
        squares.add(static_cast<std::uint64_t>(square), 2 * power);
        squares.add(static_cast<std::uint64_t>(square >> 64), 2 * power + 64);
    }

    /// The smallest double is 2 to the minus this.
    static constexpr int unit = 1074;

    /// Adds a value to a sum whose unit is 2^-`below` smaller than that of doubles.
    static void add_to(auto& sum, double value, int below) {
        const auto [size, power] = parts(value);
        const auto whole = static_cast<std::int64_t>(size);
        sum.add(value < 0 ? -whole : whole, power + below);
    }

    struct Parts {
        std::uint64_t size;
        int power;
    };
    /// A finite value as a whole number of units times a power of two.
    static Parts parts(double value) {
        const auto word = std::bit_cast<std::uint64_t>(value);
        const int exponent = static_cast<int>(word >> 52 & 2047);
        const auto hidden = static_cast<std::uint64_t>(exponent != 0) << 52;
        return {(word & ((std::uint64_t{1} << 52) - 1)) | hidden, std::max(exponent, 1) - 1};
    }
};

}  // namespace rosenblatt
