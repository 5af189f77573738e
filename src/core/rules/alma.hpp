#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "rules/rule.hpp"

namespace rosenblatt {

/// Approximate large margin algorithm for the Euclidean norm (Gentile 2001).
///
/// With `x' = x / |x|` and k - 1 updates made before, a row is learned if
/// `y w.x' <= (1 - alpha) b / sqrt(k)`; then `w += c / sqrt(k) y x'`, and w is brought back into
/// the unit ball.
struct Alma {
    static constexpr bool asks_norm = true, asks_weights2 = true;
    double alpha = 0.9, b = std::sqrt(8.0) / 0.9, c = std::sqrt(2.0);
    double memory = 1;  ///< k

    /// The margin asked for depends on the length of the row.
    double threshold() const { return alpha < 1 ? std::numeric_limits<double>::infinity() : 0; }

    Move move(const Example& e) const {
        const double length = std::sqrt(e.reach()), root = std::sqrt(memory);
        if (e.margin > (1 - alpha) * b / root * length) return Move::right();
        if (length == 0) return Move::suppressed();
        const double eta = c / root * e.weight;
        const double norm2 = e.weights2() + 2 * eta * e.margin / length + eta * eta;
        const double norm = std::max(1.0, std::sqrt(norm2));
        return Move::update(eta / (length * norm), 1 / norm);
    }
    void moved(const Example&, const Move&) { memory += 1; }
};
static_assert(Rule<Alma>);

}  // namespace rosenblatt
