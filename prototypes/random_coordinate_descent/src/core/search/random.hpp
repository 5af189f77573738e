#pragma once

#include <cmath>
#include <cstdint>

namespace rosenblatt::search {

/// The finaliser of splitmix64: every bit of the argument reaches every bit of the result.
constexpr std::uint64_t mix(std::uint64_t v) {
    v = (v ^ (v >> 30)) * 0xbf58476d1ce4e5b9ULL;
    v = (v ^ (v >> 27)) * 0x94d049bb133111ebULL;
    return v ^ (v >> 31);
}

/// What the numbers are drawn for: each purpose has its own stream, so that drawing more of one
/// never shifts another.
enum class Stream : std::uint64_t { direction = 1, recipe = 2, plateau = 3, bump = 4, restart = 5 };

/// Random numbers addressed by a counter: value k is a hash of (seed, stream, k). Nothing is
/// carried from one draw to the next, so results depend neither on threads nor on batches.
class Random {
public:
    Random(std::uint64_t seed, Stream stream)
        : key_(mix(mix(seed + golden) ^ (static_cast<std::uint64_t>(stream) * golden))) {}

    std::uint64_t bits(std::uint64_t counter) const { return mix(key_ + (counter + 1) * golden); }

    /// Uniform on [0, 1): 53 bits.
    double unit(std::uint64_t counter) const {
        return static_cast<double>(bits(counter) >> 11) * 0x1p-53;
    }

    /// Uniform on [-1, 1).
    double symmetric(std::uint64_t counter) const { return 2 * unit(counter) - 1; }

    /// One of 0, ..., n - 1.
    std::uint64_t below(std::uint64_t counter, std::uint64_t n) const {
        return static_cast<std::uint64_t>(unit(counter) * static_cast<double>(n));
    }

    /// Standard normal (Box and Muller); each value uses the two counters 2k and 2k + 1.
    double gaussian(std::uint64_t k) const {
        const double u = 1 - unit(2 * k);
        return std::sqrt(-2 * std::log(u)) * std::cos(2 * pi * unit(2 * k + 1));
    }

private:
    static constexpr std::uint64_t golden = 0x9e3779b97f4a7c15ULL;
    static constexpr double pi = 3.14159265358979323846;
    std::uint64_t key_;
};

}  // namespace rosenblatt::search
