#pragma once
#include "rules/variances.hpp"

namespace rosenblatt {

/// Adaptive regularization of weight vectors (Crammer, Kulesza and Dredze 2009), with a variance
/// for each weight: the diagonal form.
///
/// A row with a margin m below 1 is learned. With the variances S (all 1 at first) and
/// `b = 1 / (x.Sx + r)`, the weights move by `(1 - m) b y Sx`, and the variance of feature j falls
/// by `b (S_j x_j)^2`: frequent features soon move little, rare ones much. A row of weight v has
/// an r of `r / v`. Mistakes alone (tau = 0) make the diagonal form of the second-order perceptron.
struct Arow : Variances {
    double r = 1;    ///< in units of the mean squared norm of the rows
    double tau = 1;  ///< learned are margins up to tau; 0: mistakes alone

    explicit Arow(double r_in_units = 1, double learned_up_to = 1)
        : r(r_in_units), tau(learned_up_to) {}

    void in_units(double unit) { r *= unit; }
    double threshold() const { return tau; }

    Move move(const Example& e) const {
        if (!(e.margin <= tau) || e.margin == 1) return Move::right();
        const double b = 1 / (spread(e) + r / e.weight);
        return Move::update((1 - e.margin) * b, 1, b);
    }
};
static_assert(Rule<Arow>);

}  // namespace rosenblatt
