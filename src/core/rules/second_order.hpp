#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "rules/rule.hpp"

namespace rosenblatt {

/// Second-order perceptron (Cesa-Bianchi, Conconi and Gentile 2005): mistakes are learned, and the
/// weights are `u = A^-1 v` with `A = ridge + sum of x x'` and `v = sum of y x` over the mistakes.
///
/// With `z = A^-1 x` and `b = 1 / (1 + x.z)` a mistake moves u by `(1 - m) b y z` and A^-1 by
/// `-b z z'` (Sherman and Morrison). A row of weight w counts w times: `b = 1 / (1 / w + x.z)`.
///
/// Without a ridge A^-1 is the pseudo-inverse. A row outside the span of the mistakes has the score
/// 0 whatever u is, since A counts it too; if it is learned, u moves by `(y - u.x) h`, where h is
/// the part of x outside the span, divided by its square (Greville).
struct SecondOrder {
    double ridge = 1;  ///< in units of the mean squared norm of the rows; 0: pseudo-inverse
    int tie = 0;       ///< the label that a score of 0 stands for; 0: neither, it is a mistake
    /// A^-1 line by line, the constant feature last; without a ridge then the projection onto what
    /// is outside the span. Empty: no mistake yet.
    std::vector<double> memory = {};

    explicit SecondOrder(double ridge_in_units = 1, int label_of_zero = 0)
        : ridge(ridge_in_units), tie(label_of_zero) {}

    void in_units(double unit) { ridge *= unit; }
    /// Without a ridge any row may be outside the span.
    double threshold() const { return ridge > 0 ? 0 : std::numeric_limits<double>::infinity(); }

    Move move(const Example& e) const {
        read(e);
        if (ridge > 0) {
            if (e.margin > 0 || (e.margin == 0 && e.y == tie)) return Move::right();
            return within(e);
        }
        const bool outside = looks_outside();
        // Scores are combinations of labels: at most sqrt(mistakes x.A^+ x).
        const double rounding = kSmall * std::sqrt(std::max(0.0, dot(x_, z_)));
        if (outside || std::abs(e.margin) <= rounding) {
            if (e.y == tie) return Move::right();
            return outside ? Move::update(1 - e.margin, 1, 0) : within(e);
        }
        return e.margin > 0 ? Move::right() : within(e);
    }

    const Direction& direction(const Example&) {
        const auto& line = outside_ ? rest_ : z_;
        if (outside_) {
            const double rest2 = dot(rest_, rest_);
            for (double& value : rest_) value /= rest2;
        }
        const auto last = static_cast<Index>(line.size()) - 1;
        const double constant = constant_ > 0 ? line.back() : 0;
        along_ = {nullptr, line.data(), last, constant};
        return along_;
    }

    void moved(const Example&, const Move& move) {
        const auto n = static_cast<Index>(x_.size());
        if (memory.empty()) start(n);
        if (!outside_) return subtract(memory.data(), n, move.note, z_, z_);
        // The span grows: A^+ - z h' - h z' + (1 + x.z) h h'.
        const double both = 1 / weight_ + dot(x_, z_);
        for (Index i = 0; i < n; ++i) {
            double* line = memory.data() + i * n;
            const double z = z_[i], h = rest_[i];
            for (Index j = 0; j < n; ++j) line[j] += h * (both * rest_[j] - z_[j]) - z * rest_[j];
        }
        const double rest2 = 1 / dot(rest_, rest_);  // rest_ is h by now
        subtract(memory.data() + n * n, n, rest2, rest_, rest_);
    }

  private:
    static constexpr double kSmall = 1e-10;  ///< what is smaller, relative to its parts, is 0

    Move within(const Example& e) const {
        const double b = 1 / (1 / e.weight + dot(x_, z_));
        return Move::update((1 - e.margin) * b, 1, b);
    }

    /// The row with its constant feature, and A^-1 times it.
    void read(const Example& e) const {
        if (ridge > 0 && (e.margin > 0 || (e.margin == 0 && e.y == tie))) return;
        const auto n = static_cast<std::size_t>(e.dim()) + 1;
        x_.assign(n, 0.0);
        constant_ = std::sqrt(e.constant2());
        e.each([&](Index j, double x) { x_[static_cast<std::size_t>(j)] = x; });
        x_.back() = constant_;
        weight_ = e.weight;
        length2_ = dot(x_, x_);
        outside_ = false;
        if (memory.empty())
            z_ = x_, scale(z_, ridge > 0 ? 1 / ridge : 0);
        else
            multiply(memory.data(), z_);
    }

    bool looks_outside() const {
        if (memory.empty())
            rest_ = x_;
        else
            multiply(memory.data() + x_.size() * x_.size(), rest_);
        outside_ = dot(rest_, rest_) > kSmall * length2_;
        return outside_;
    }

    /// out = the matrix (symmetric) times x; lines are added up, which vectors do without adding
    /// up within themselves.
    void multiply(const double* matrix, std::vector<double>& out) const {
        const std::size_t n = x_.size();
        out.assign(n, 0.0);
        for (std::size_t i = 0; i < n; ++i) {
            const double x = x_[i];
            if (x == 0) continue;
            const double* line = matrix + i * n;
            for (std::size_t j = 0; j < n; ++j) out[j] += x * line[j];
        }
    }

    static void subtract(double* matrix, Index n, double factor, const std::vector<double>& a,
                         const std::vector<double>& b) {
        for (Index i = 0; i < n; ++i) {
            const double part = factor * a[i];
            double* line = matrix + i * n;
            for (Index j = 0; j < n; ++j) line[j] -= part * b[j];
        }
    }

    void start(Index n) {
        const auto size = static_cast<std::size_t>(n * n);
        memory.assign(ridge > 0 ? size : 2 * size, 0.0);
        double* const diagonal = memory.data() + (ridge > 0 ? 0 : size);
        for (Index i = 0; i < n; ++i) diagonal[i * n + i] = ridge > 0 ? 1 / ridge : 1;
    }

    static void scale(std::vector<double>& values, double factor) {
        for (double& value : values) value *= factor;
    }
    static double dot(const std::vector<double>& a, const std::vector<double>& b) {
        double sum[4] = {};
        std::size_t j = 0;
        for (; j + 4 <= a.size(); j += 4)
            for (std::size_t k = 0; k < 4; ++k) sum[k] += a[j + k] * b[j + k];
        for (; j < a.size(); ++j) sum[0] += a[j] * b[j];
        return (sum[0] + sum[1]) + (sum[2] + sum[3]);
    }

    // Of the row asked about last: working memory, no part of what is learned.
    mutable std::vector<double> x_ = {}, z_ = {}, rest_ = {};
    mutable double constant_ = 0, weight_ = 1, length2_ = 0;
    mutable bool outside_ = false;
    Direction along_ = {};
};
static_assert(Rule<SecondOrder>);

}  // namespace rosenblatt
