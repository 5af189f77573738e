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
/// times before; then `w += eta0 weight y x`. With `lam_of_step` the term is lam times what one
/// step adds to the margin of the row itself, `eta0 lam (|x|^2 + constant^2)`. A mistake the bound
/// suppresses is neither right nor an update. tau = lam = 0 and no bound is Rosenblatt's rule. Rows
/// of the negative class may have a margin of their own (uneven margins, Li et al. 2002).
struct Perceptron {
    static constexpr bool whole_steps = true;
    double tau = 0, lam = 0, eta0 = 1;
    double alpha = std::numeric_limits<double>::infinity();
    std::optional<double> tau_negative = {};
    bool lam_of_step = false;

    void in_units(double unit) {
        tau *= unit;
        if (tau_negative) *tau_negative *= unit;
    }

    double step_length() const { return eta0; }

    void in_steps(double length) {
        eta0 /= length;
        tau /= length;
        if (tau_negative) *tau_negative /= length;
        if (!lam_of_step) lam /= length;
    }

    double threshold() const { return std::max(tau, tau_negative.value_or(tau)); }

    Move move(const Example& e) const {
        if (margin(e) > (e.y > 0 ? tau : tau_negative.value_or(tau))) return Move::right();
        if (std::isfinite(alpha) && static_cast<double>(e.count()) >= alpha)
            return Move::suppressed();
        return Move::update(eta0 * e.weight);
    }

  private:
    double margin(const Example& e) const {
        if (lam == 0 || e.count() == 0) return e.margin;
        return e.margin + lam * (lam_of_step ? eta0 * e.reach() : e.norm2());
    }
};
static_assert(Rule<Perceptron>);

}  // namespace rosenblatt
