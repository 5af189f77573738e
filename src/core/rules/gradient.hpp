#pragma once
#include <cmath>

#include "rules/rule.hpp"

namespace rosenblatt {

/// Stochastic gradient descent on a cost of the margin m (Li 2005, Table 1).
///
/// | cost                   |                       | tau | residual |
/// | perceptron             | `max(0, -m)`          | 0   | no       |
/// | hinge                  | `max(0, 1 - m)`       | 1   | no       |
/// | least squares          | `(1 - m)^2 / 2`       | inf | yes      |
/// | modified least squares | `max(0, 1 - m)^2 / 2` | 1   | yes      |
///
/// A row with a margin up to tau is learned with the rate `eta0 / (1 + seen)^decay` times its
/// weight, and times the residual `1 - m` for the squared costs. A relative rate is divided by the
/// mean squared norm of the rows: it is how far a step moves the margin of a row of that norm.
struct Gradient {
    double tau = 1;
    bool residual = false;
    double eta0 = 0.002, decay = 0;
    bool relative = false;
    double counted_in = 1;  ///< the length of the steps in which weights are counted

    void in_units(double unit) {
        if (relative) eta0 /= unit;
    }

    /// The perceptron's cost has steps of one length, that of the rate.
    double step_length() const { return tau == 0 && decay == 0 && !residual ? eta0 : 0; }

    void in_steps(double length) {
        counted_in = length;
        eta0 /= length;
    }

    double threshold() const { return tau / counted_in; }

    Move move(const Example& e) const {
        const double margin = e.margin * counted_in;
        if (margin > tau || margin == 1) return Move::right();
        const double rate = decay == 0 ? eta0 : eta0 * std::pow(1 + e.seen(), -decay);
        return Move::update(rate * e.weight * (residual ? 1 - margin : 1));
    }
};
static_assert(Rule<Gradient>);

}  // namespace rosenblatt
