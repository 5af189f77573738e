#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "rules/rule.hpp"

namespace rosenblatt {

/// NORMA for classification (Kivinen, Smola and Williamson 2004): gradient descent on
/// `max(0, rho - m) + lam / 2 |w|^2`, row by row.
///
/// With the rate `eta = eta0 / (1 + seen)^decay` every row gives `w = (1 - eta lam) w`, and
/// `+ eta y x` if its margin m is at most rho. With nu > 0 the cost also has `- nu rho`, and rho
/// goes down by `eta (1 - nu)` at a margin error and up by `eta nu` at any other row.
struct Norma {
    double lam = 1e-4, eta0 = 0.01, decay = 0, nu = 0;
    double memory = 1;  ///< rho

    /// Rows that are right shrink the weights too.
    double threshold() const { return std::numeric_limits<double>::infinity(); }

    Move move(const Example& e) const {
        const double rate = eta0 * std::pow(1 + e.seen(), -decay) * e.weight;
        const bool error = e.margin <= memory;
        const double rho = nu > 0 ? memory + rate * (error ? nu - 1 : nu) : memory;
        return Move::update(error ? rate : 0, std::max(0.0, 1 - rate * lam), rho);
    }
    void moved(const Example&, const Move& move) { memory = move.note; }
};
static_assert(Rule<Norma>);

}  // namespace rosenblatt
