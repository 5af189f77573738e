#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "rules/rule.hpp"

namespace rosenblatt {

/// Perceptron with margin tau, lambda trick and alpha bound (Khardon and Wachman 2007, Figure 2).
///
/// A row is learned when `margin + [count > 0] lam |x|^2 <= tau`, unless it was learned `alpha`
/// times before; then `w += eta0 weight y x`. A mistake the bound suppresses is neither right nor
/// an update. tau = lam = 0 and no bound is Rosenblatt's rule. Rows of the negative class may have
/// a margin of their own (uneven margins, Li et al. 2002).
struct Perceptron {
    double tau = 0, lam = 0, eta0 = 1;
    double alpha = std::numeric_limits<double>::infinity();
    std::optional<double> tau_negative = {};

    void in_units(double unit) {
        tau *= unit;
        if (tau_negative) *tau_negative *= unit;
    }

    double threshold() const { return std::max(tau, tau_negative.value_or(tau)); }

    Move move(const Example& e) const {
        const double margin = lam > 0 && e.count() > 0 ? e.margin + lam * e.norm2() : e.margin;
        if (margin > (e.y > 0 ? tau : tau_negative.value_or(tau))) return Move::right();
        if (std::isfinite(alpha) && static_cast<double>(e.count()) >= alpha)
            return Move::suppressed();
        return Move::update(eta0 * e.weight);
    }
};
static_assert(Rule<Perceptron>);

}  // namespace rosenblatt
