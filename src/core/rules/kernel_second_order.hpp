#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "rules/rule.hpp"

namespace rosenblatt {

/// The second-order perceptron in the space of a kernel, where weights are coefficients of support
/// rows: `A^-1 x = (x - sum of g_i x_i) / ridge` over the rows that were learned, with `g = G^-1
/// k`, the products k of x with them, and G, which holds their products with each other and `ridge
/// / weight` beside the diagonal.
///
/// The lower half of G^-1 grows by a line for each new row (by its border), and a row that is
/// learned again changes one entry of the diagonal of G (Sherman and Morrison).
struct KernelSecondOrder {
    double ridge = 1;  ///< in units of the mean of K(x, x)
    int tie = 0;       ///< the label that a score of 0 stands for; 0: neither, it is a mistake
    /// Of each learned row: the number of its weight, its own weight, and its line of G^-1 up to
    /// the diagonal.
    std::vector<double> memory = {};

    explicit KernelSecondOrder(double ridge_in_units = 1, int label_of_zero = 0)
        : ridge(ridge_in_units), tie(label_of_zero) {}

    void in_units(double unit) { ridge *= unit; }
    double threshold() const { return 0; }

    Move move(const Example& e) const {
        if (e.margin > 0 || (e.margin == 0 && e.y == tie)) return Move::right();
        read(e);
        const double b = 1 / (1 / e.weight + rest_ / ridge);
        return Move::update((1 - e.margin) * b, 1, b);
    }

    const Direction& direction(const Example& e) {
        support_ = e.support();
        columns_.clear(), values_.clear();
        double sum = 1;
        for (Index i = 0; i < count(); ++i) {
            columns_.push_back(slot(i));
            values_.push_back(-g_[i] / ridge);
            sum -= g_[i];
        }
        columns_.push_back(support_);
        values_.push_back(1 / ridge);
        along_ = {columns_.data(), values_.data(), static_cast<Index>(columns_.size()),
                  std::sqrt(e.constant2()) * sum / ridge};
        return along_;
    }

    void moved(const Example& e, const Move&) {
        for (Index i = 0; i < count(); ++i)
            if (slot(i) == support_) return weigh(i, e.weight);
        append(e.weight);
    }

  private:
    /// Line i begins here, with two numbers before the entries of the inverse.
    static Index start(Index i) { return i * (i + 5) / 2; }
    Index count() const {
        const auto size = static_cast<double>(memory.size());
        return static_cast<Index>((std::sqrt(25 + 8 * size) - 5) / 2 + 0.5);
    }
    Index slot(Index i) const { return static_cast<Index>(memory[start(i)]); }
    const double* line(Index i) const { return memory.data() + start(i) + 2; }
    double* line(Index i) { return memory.data() + start(i) + 2; }

    /// The products of the row with those learned, g, and the square of what is left of the row
    /// without its part along them.
    void read(const Example& e) const {
        products_.clear();
        e.each([&](Index, double product) { products_.push_back(product + e.constant2()); });
        const Index n = count();
        k_.resize(static_cast<std::size_t>(n));
        for (Index i = 0; i < n; ++i) k_[i] = products_[static_cast<std::size_t>(slot(i))];
        g_.assign(static_cast<std::size_t>(n), 0.0);
        for (Index i = 0; i < n; ++i) {
            const double* const entries = line(i);
            double sum = entries[i] * k_[i];
            for (Index j = 0; j < i; ++j) {
                sum += entries[j] * k_[j];
                g_[j] += entries[j] * k_[i];
            }
            g_[i] += sum;
        }
        double along = 0;
        for (Index i = 0; i < n; ++i) along += k_[i] * g_[i];
        rest_ = std::max(0.0, e.norm2() + e.constant2() - along);
    }

    void append(double weight) {
        const Index n = count();
        const double factor = 1 / (ridge / weight + rest_);
        for (Index i = 0; i < n; ++i)
            for (Index j = 0; j <= i; ++j) line(i)[j] += factor * g_[i] * g_[j];
        memory.push_back(static_cast<double>(support_));
        memory.push_back(weight);
        for (Index i = 0; i < n; ++i) memory.push_back(-factor * g_[i]);
        memory.push_back(factor);
    }

    /// Row i weighs more: its entry of the diagonal of G falls.
    void weigh(Index i, double more) {
        double& weight = memory[start(i) + 1];
        const double change = ridge / (weight + more) - ridge / weight;
        weight += more;
        const Index n = count();
        column_.resize(static_cast<std::size_t>(n));
        for (Index k = 0; k < n; ++k) column_[k] = k <= i ? line(i)[k] : line(k)[i];
        const double factor = change / (1 + change * column_[i]);
        for (Index k = 0; k < n; ++k)
            for (Index j = 0; j <= k; ++j) line(k)[j] -= factor * column_[k] * column_[j];
    }

    // Of the row asked about last: working memory, no part of what is learned.
    mutable std::vector<double> products_ = {}, k_ = {}, g_ = {};
    mutable double rest_ = 0;
    std::vector<Index> columns_ = {};
    std::vector<double> values_ = {}, column_ = {};
    Index support_ = 0;
    Direction along_ = {};
};
static_assert(Rule<KernelSecondOrder>);

}  // namespace rosenblatt
