#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "rules/variances.hpp"

namespace rosenblatt {

/// Confidence-weighted learning with a variance for each weight: weights are normal variables, and
/// a row is to be right with a given probability, which means a margin of at least `phi sqrt(v)`
/// with `v = x.Sx`.
///
/// C = inf changes the weights as little as that takes (Crammer, Dredze and Pereira 2008). Else the
/// wish is soft (Wang, Zhao and Hoi 2012): the step a is at most C (SCW-I), or `squared`, held back
/// by `n = v + 1 / (2 C)` (SCW-II). With the margin m, and n = v otherwise, it is
/// `(-m (2 n + phi^2 v) + phi sqrt(phi^2 m^2 v^2 + 4 n v (n + phi^2 v))) / (2 n (n + phi^2 v))`.
/// The weights move by `a y Sx`, the variance of feature j falls by `b (S_j x_j)^2` with
/// `b = a phi / (sqrt(u) + a phi v)`, `sqrt(u) = (sqrt((a phi v)^2 + 4 v) - a phi v) / 2`.
///
/// A row of weight w has w times the C; if C is inf, a row of weight below 1 takes that part of the
/// step. Rows that contradict each other use up the variances, without end: a row whose v is less
/// than `floor` of what it was at first is left out, and one step leaves more than `floor` of a
/// variance.
struct Confidence : Variances {
    static constexpr double floor = 1e-12;
    double phi = 1;
    double c = std::numeric_limits<double>::infinity();
    bool squared = false;

    explicit Confidence(double quantile = 1, double bound = std::numeric_limits<double>::infinity(),
                        bool squared_loss = false)
        : phi(quantile), c(bound), squared(squared_loss) {}

    /// The variances begin at one over the mean squared norm of the rows.
    void in_units(double unit) { first /= unit; }
    /// How large a margin must be depends on the row.
    double threshold() const { return std::numeric_limits<double>::infinity(); }

    Move move(const Example& e) const {
        const double v = spread(e), bound = c * e.weight;
        if (v > 0 && e.margin >= phi * std::sqrt(v)) return Move::right();
        // A row of zeros too: no weights can make it right.
        if (!(v > floor * first * (e.norm2() + e.constant2()))) return Move::suppressed();
        double a = step(e.margin, v, squared ? v + 0.5 / bound : v);
        a = std::isinf(c) ? a * std::min(e.weight, 1.0) : squared ? a : std::min(a, bound);
        if (!(a > 0)) return Move::right();
        const double part = a * phi * v, root = 0.5 * (std::sqrt(part * part + 4 * v) - part);
        return Move::update(a, 1, std::min(a * phi / (root + part), (1 - floor) / v));
    }

  private:
    double step(double m, double v, double n) const {
        const double p2 = phi * phi;
        const double root = phi * std::sqrt(p2 * m * m * v * v + 4 * n * v * (n + p2 * v));
        return (root - m * (2 * n + p2 * v)) / (2 * n * (n + p2 * v));
    }
};
static_assert(Rule<Confidence>);

}  // namespace rosenblatt
