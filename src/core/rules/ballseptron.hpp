#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "rules/rule.hpp"

namespace rosenblatt {

/// Ballseptron (Shalev-Shwartz and Singer 2005): the hyperplane must stay clear of a ball around
/// every row.
///
/// A mistake is learned as by the perceptron. If the row is right, but nearer than the radius r,
/// the point of its ball that is farthest on the wrong side is learned: `w += y x - r w / |w|`.
struct Ballseptron {
    static constexpr bool asks_norm = true, asks_weights2 = true;
    double radius = 0;  ///< in units of the root mean squared norm of the rows
    double ceiling = std::numeric_limits<double>::infinity();  ///< not known before an update

    void in_units(double unit) { radius *= std::sqrt(unit); }
    double threshold() const { return ceiling; }

    Move move(const Example& e) const {
        const double w2 = e.weights2(), norm = std::sqrt(w2);
        if (e.margin > radius * norm) return Move::right();
        const double add = e.weight, keep = e.margin > 0 ? 1 - add * radius / norm : 1;
        const double next2 = keep * keep * w2 + 2 * keep * add * e.margin + add * add * e.reach();
        return Move::update(add, keep, std::sqrt(std::max(0.0, next2)));
    }
    /// A little too high, whatever the precision: rows between are looked at and found right.
    void moved(const Example&, const Move& move) { ceiling = 1.00001 * radius * move.note; }
};
static_assert(Rule<Ballseptron>);

}  // namespace rosenblatt
