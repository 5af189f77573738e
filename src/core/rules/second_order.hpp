#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

#include "rules/rule.hpp"
#include "simd/symmetric.hpp"

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
    /// The lower half of A^-1 (`simd/symmetric.hpp`), the constant feature last if there is one;
    /// without a ridge then that of the projection onto what is outside the span. Empty: no mistake
    /// yet.
    AlignedVector<double> memory = {};

    explicit SecondOrder(double ridge_in_units = 1, int label_of_zero = 0)
        : ridge(ridge_in_units), tie(label_of_zero) {}

    void in_units(double unit) { ridge *= unit; }
    /// Without a ridge any row may be outside the span.
    double threshold() const { return ridge > 0 ? 0 : std::numeric_limits<double>::infinity(); }

    Move move(const Example& e) const {
        if (ridge > 0) {
            if (e.margin > 0 || (e.margin == 0 && e.y == tie)) return Move::right();
            read(e);
            return within(e);
        }
        read_row(e);
        if (clearly_right(e)) return Move::right();
        multiply(e);
        const bool outside = looks_outside(e);
        if (outside || std::abs(e.margin) <= rounding(xz_)) {
            if (e.y == tie) return Move::right();
            return outside ? Move::update(1 - e.margin, 1, 0) : within(e);
        }
        return e.margin > 0 ? Move::right() : within(e);
    }

    const Direction& direction(const Example& e) {
        const auto& line = outside_ ? rest_ : z_;
        if (outside_) {
            const double rest2 = dot(rest_, rest_);
            for (double& value : rest_) value /= rest2;
        }
        const double constant = size_ > e.dim() ? line[static_cast<std::size_t>(e.dim())] : 0;
        along_ = {nullptr, line.data(), e.dim(), constant};
        return along_;
    }

    void moved(const Example& e, const Move& move) {
        if (memory.empty()) start();
        trace_ = -1;
        const SymmetricKernels& change = e.symmetric();
        if (!outside_) return change.subtract(memory.data(), size_, move.note, z_.data());
        // The span grows: A^+ - z h' - h z' + (1 + x.z) h h', where rest_ is h by now.
        const double both = 1 / e.weight + xz_;
        for (Index i = 0; i < size_; ++i) {
            double* const line = memory.data() + line_start(i);
            for (Index j = 0; j < whole_lines(i + 1); ++j)
                line[j] += rest_[i] * (both * rest_[j] - z_[j]) - z_[i] * rest_[j];
        }
        change.subtract(memory.data() + half_size(size_), size_, 1 / dot(rest_, rest_),
                        rest_.data());
    }

  private:
    static constexpr double kSmall = 1e-10;  ///< what is smaller, relative to its parts, is 0

    Move within(const Example& e) const {
        const double b = 1 / (1 / e.weight + xz_);
        return Move::update((1 - e.margin) * b, 1, b);
    }

    /// The row with its constant feature, and A^-1 times it.
    void read(const Example& e) const {
        read_row(e);
        multiply(e);
    }
    void read_row(const Example& e) const {
        size_ = e.dim() + (e.constant2() > 0 ? 1 : 0);
        x_.assign(static_cast<std::size_t>(whole_lines(size_)), 0.0);
        e.copy(x_.data());
        if (size_ > e.dim()) x_[static_cast<std::size_t>(e.dim())] = std::sqrt(e.constant2());
        outside_ = false;
    }
    void multiply(const Example& e) const {
        z_.resize(x_.size());
        if (!memory.empty()) {
            xz_ = e.symmetric().multiply(memory.data(), size_, x_.data(), z_.data());
            return;
        }
        for (std::size_t j = 0; j < x_.size(); ++j) z_[j] = ridge > 0 ? x_[j] / ridge : 0;
        xz_ = dot(x_, z_);
    }

    bool looks_outside(const Example& e) const {
        rest_ = x_;
        if (!memory.empty())
            e.symmetric().multiply(memory.data() + half_size(size_), size_, x_.data(),
                                   rest_.data());
        outside_ = dot(rest_, rest_) > kSmall * dot(x_, x_);
        return outside_;
    }

    /// Scores are combinations of labels: at most sqrt(mistakes x.A^+ x).
    static double rounding(double xz) { return kSmall * std::sqrt(std::max(0.0, xz)); }

    /// Whether a row is right without a look at the matrix: nothing is outside any more, and the
    /// margin is more than rounding, since x.A^+ x is at most |x|^2 times the trace.
    bool clearly_right(const Example& e) const {
        if (memory.empty() || !(e.margin > 0)) return false;
        if (trace_ < 0) {
            trace_ = trace(memory.data());
            spans_all_ = trace(memory.data() + half_size(size_)) < 0.5;
        }
        return spans_all_ && e.margin > rounding(dot(x_, x_) * trace_);
    }
    double trace(const double* half) const {
        double sum = 0;
        for (Index i = 0; i < size_; ++i) sum += half[line_start(i) + i];
        return sum;
    }

    void start() {
        const auto half = static_cast<std::size_t>(half_size(size_));
        memory.assign(ridge > 0 ? half : 2 * half, 0.0);
        double* const matrix = memory.data() + (ridge > 0 ? 0 : half);
        for (Index i = 0; i < size_; ++i) matrix[line_start(i) + i] = ridge > 0 ? 1 / ridge : 1;
    }

    static double dot(const AlignedVector<double>& a, const AlignedVector<double>& b) {
        double sum[4] = {};
        for (std::size_t j = 0; j < a.size(); j += 4)
            for (std::size_t k = 0; k < 4; ++k) sum[k] += a[j + k] * b[j + k];
        return (sum[0] + sum[1]) + (sum[2] + sum[3]);
    }

    // Of the row asked about last: working memory, no part of what is learned.
    mutable AlignedVector<double> x_ = {}, z_ = {}, rest_ = {};
    mutable Index size_ = 0;  ///< features, the constant one included if there is one
    mutable double xz_ = 0;
    mutable bool outside_ = false;
    mutable double trace_ = -1;  ///< of A^+; -1: not known
    mutable bool spans_all_ = false;
    Direction along_ = {};
};
static_assert(Rule<SecondOrder>);

}  // namespace rosenblatt
