#pragma once
// The contract of update rules: when to learn a row, and how far.
#include <concepts>
#include <cstdint>

#include "base/index.hpp"
#include "simd/symmetric.hpp"

namespace rosenblatt {

/// One row as a rule sees it: only rows whose margin is at most the rule's threshold get this far.
struct Example {
    double margin;  ///< y times the score, or what a group of lanes calls the margin
    double weight;  ///< sample weight of this visit
    int y;          ///< +1 or -1

    /// Earlier updates on this row.
    Index count() const { return source->count(source->state, example, group); }
    /// Squared norm of the row, the constant feature left out.
    double norm2() const { return source->norm2[row]; }
    /// How much the margin rises for each unit of step: the squared norm of what a step adds.
    double reach() const { return vectors * (norm2() + source->constant2); }
    /// Squared norm of the weights, the constant feature's included (of all lanes of the group).
    double weights2() const { return source->weights2(source->state, group); }
    /// Weight of all rows visited before, in earlier batches of a stream too.
    double seen() const { return source->mass(source->state, group); }
    /// Number of columns.
    Index dim() const { return source->dim; }
    /// Square of the constant feature; 0: there is no intercept.
    double constant2() const { return source->constant2; }
    /// How far rounding may move a margin of 1, for rules that put a margin exactly there.
    double rounding() const { return source->rounding; }
    /// Calls `take(column, value)` for the values of the row, the constant feature left out; with a
    /// kernel, for its products with the support rows.
    template <class Take>
    void each(Take take) const {
        source->each(source->state, row, &take,
                     [](void* to, Index j, double x) { (*static_cast<Take*>(to))(j, x); });
    }
    /// Writes the values of the row over zeros.
    void copy(double* out) const { source->copy(source->state, row, out); }
    /// With a kernel: the weight that stands for the row, which is a support row from now on.
    Index support() const { return source->support(source->state, row); }
    /// For rules that remember a matrix.
    const SymmetricKernels& symmetric() const { return *source->symmetric; }

    /// Where the answers are looked up, only when a rule asks: they are seldom in cache.
    struct Source {
        const double* norm2;
        double constant2;
        double rounding;
        Index dim;
        const void* state;
        Index (*count)(const void* state, Index example, Index group);
        double (*mass)(const void* state, Index group);
        double (*weights2)(const void* state, Index group);
        void (*each)(const void* state, Index row, void* to, void (*take)(void*, Index, double));
        void (*copy)(const void* state, Index row, double* out);
        Index (*support)(const void* state, Index row);
        const SymmetricKernels* symmetric;
    };
    const Source* source;
    Index row, example, group;
    double vectors;
};

/// What a step is taken along instead of the row: a number for each of `count` columns (null: for
/// the first ones), and one for the constant feature.
struct Direction {
    const Index* columns;
    const double* values;
    Index count;
    double constant;

    /// Calls `take(column, value)`.
    template <class Take>
    void each(Take take) const {
        if (columns == nullptr)
            for (Index k = 0; k < count; ++k) take(k, values[k]);
        else
            for (Index k = 0; k < count; ++k) take(columns[k], values[k]);
    }
};

/// What a rule wants done with an example.
struct Move {
    enum class Outcome : std::uint8_t { right, suppressed, update };
    Outcome outcome = Outcome::right;
    double keep = 1;  ///< scale the weights first; 1 for nearly every rule
    double add = 0;   ///< then add this much of the row, in the direction of its label
    double note = 0;  ///< for the rule itself: what `moved` will be told if the move is made

    static Move right() { return {}; }
    static Move suppressed() { return {Outcome::suppressed}; }
    static Move update(double add, double keep = 1, double note = 0) {
        return {Outcome::update, keep, add, note};
    }
};

/// A rule names the margin above which rows are right, and says what to do with the others. Asking
/// changes nothing: a rule may be asked of any row at any time.
///
/// Optional parts:
/// - `void in_units(double unit)`: parameters given in units of the mean squared norm of the rows
///   become those of the scores; called once, before the first row.
/// - `double step_length() const` and `void in_steps(double length)`: all steps have one length
///   (times the weight of the visit; 0: they do not) and weights are never scaled. Weights that
///   begin at zero are then counted in such steps: what is added is the row itself, whole numbers
///   stay whole, and rounding decides no tie. From `in_steps` on, margins and moves are those of
///   weights counted in steps of that length. Called after `in_units`.
/// - `static constexpr bool whole_steps = true`: whatever its parameters are, weights that begin at
///   zero are sums of rows, each a whole number of times (times the sample weights). Sparse rows
///   are then added up in the quickest order; with other rules in that of dense rows (`Rows`).
/// - `void moved(const Example&, const Move&)`: the move was made. For rules that remember.
/// - `memory`, a number or a vector of them: what a stream keeps between batches. Other members
///   start afresh with every batch, so they may only save work.
/// - `const Direction& direction(const Example&)`: what a step is taken along instead of the row.
///   Asked for moves that are made, before `moved`; it must last until the next question. Voted
///   hypotheses replay rows, so a rule with a direction refuses them (`arow.hpp`).
/// - `static constexpr bool asks_norm = true`: nearly every question asks for `norm2` or `reach`,
///   so that they are fetched ahead.
/// - `static constexpr bool asks_weights2 = true`: it asks for `weights2`, which must be worked out
///   first where training resumes with a kernel.
template <class R>
concept Rule = std::copyable<R> && requires(const R rule, const Example& example) {
    { rule.threshold() } -> std::same_as<double>;
    { rule.move(example) } -> std::same_as<Move>;
};

}  // namespace rosenblatt
