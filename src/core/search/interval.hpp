#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

namespace rosenblatt::search {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

/// Which way to search. Both return the same interval; sorting is the slow reference.
enum class Method { buckets, sort };

/// What an exact search returns: the steps alpha = -t with `low < t < high` all give `error`.
/// `flipped`: the negated weights are meant (Algorithm 3, negative direction).
struct Interval {
    double low = -infinity;
    double high = infinity;
    std::int64_t error = 0;
    bool flipped = false;

    bool operator==(const Interval&) const = default;

    /// The point at `share` of the way through. An end interval is entered two units times the
    /// share, so that its middle lies one unit beyond the extreme crossing point; a unit that
    /// would vanish beside a huge crossing point grows with it. Where no point matters the middle
    /// is to stay, and the share 3/8 is one step along the direction.
    double at(double share) const {
        if (low == -infinity && high == infinity) return 8 * share - 4;
        if (low == -infinity) return high - 2 * share * unit(high);
        if (high == infinity) return low + 2 * share * unit(low);
        return (1 - share) * low + share * high;
    }

    /// The paper's step: minus the middle of the interval.
    double alpha() const { return -at(0.5); }

  private:
    static double unit(double end) { return std::max(1.0, std::abs(end) * 0x1p-40); }
};

}  // namespace rosenblatt::search
