#pragma once

#include <cmath>

#include "base/random.hpp"

namespace rosenblatt::search {

/// What numbers are drawn for: each purpose has its own stream, so that drawing more for one never
/// shifts another. They stay clear of the streams of passes, which are numbered from 0.
enum class Purpose : std::uint64_t {
    direction = std::uint64_t{1} << 60,
    recipe,
    plateau,
    bump,
    restart
};

/// Numbers addressed by a counter: nothing is carried from one draw to the next, so results depend
/// neither on threads nor on batches.
class Draws {
  public:
    Draws(std::uint64_t seed, Purpose purpose)
        : stream_(seed, static_cast<std::uint64_t>(purpose)) {}

    std::uint64_t bits(std::uint64_t counter) const { return stream_.bits(counter); }

    /// Uniform on [0, 1): 53 bits.
    double unit(std::uint64_t counter) const { return stream_.uniform(counter); }

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
    static constexpr double pi = 3.14159265358979323846;
    Stream stream_;
};

}  // namespace rosenblatt::search
