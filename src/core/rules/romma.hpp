#pragma once
#include <algorithm>

#include "rules/rule.hpp"

namespace rosenblatt {

/// Relaxed online maximum margin algorithm (Li and Long 2002): the shortest v with `y v.x >= 1` and
/// `v.w >= |w|^2`, where the second stands for all rows learned before.
///
/// A row with a margin m of at most tau is learned. With `p = |x|^2 |w|^2`, v is
/// `w (p - m) / (p - m^2) + y x |w|^2 (1 - m) / (p - m^2)`, or `y x / |x|^2` alone if that fulfils
/// both (m >= p, the zero start among them). tau = 0 learns mistakes, tau near 1 is aggressive.
///
/// Lengths only grow, without end if no hyperplane separates the rows. A row that would make the
/// margin `1 / |v|` smaller than `floor |x|` is left out; so are quotients lost to rounding.
///
/// A row of weight below 1 takes the weights that part of the way to v; more than v is not
/// possible.
struct Romma {
    static constexpr bool asks_norm = true, asks_weights2 = true;
    double tau = 0, floor = 1e-4;

    double threshold() const { return tau; }

    Move move(const Example& e) const {
        const double m = e.margin, x2 = e.reach(), w2 = e.weights2(), p = x2 * w2;
        if (m > tau) return Move::right();
        if (x2 == 0) return Move::suppressed();
        if (m >= p) return part(e.weight, 1 / x2, 0);
        const double keep = (p - m) / (p - m * m), add = w2 * (1 - m) / (p - m * m);
        const double length2 = keep * w2 + add;  // of v, which meets both constraints with equality
        // Written so that what is not a number is left out too.
        const bool sound = length2 >= w2 && length2 * x2 * floor * floor <= 1;
        return sound ? part(e.weight, add, keep) : Move::suppressed();
    }

  private:
    static Move part(double weight, double add, double keep) {
        const double share = std::min(weight, 1.0);
        return Move::update(share * add, 1 - share * (1 - keep));
    }
};
static_assert(Rule<Romma>);

}  // namespace rosenblatt
