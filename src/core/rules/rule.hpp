#pragma once
#include <cstdint>

#include "base/index.hpp"
#include "online/deferred_counts.hpp"

namespace rosenblatt {

/// One row as a rule sees it: only rows whose margin is at most the rule's threshold get this far.
struct Example {
    double margin;  ///< y times the score (joint classes: score of the right class minus the best
                    ///< wrong one)
    double weight;  ///< sample weight of this visit
    int y;          ///< +1 or -1

    /// Earlier updates on this row.
    Index count() const { return (*tally)[counter] / copies; }
    /// Squared norm of the row, the constant feature left out.
    double norm2() const { return *stored_norm2; }
    /// How much the margin rises for each unit of step: the squared norm of what a step adds.
    double reach() const { return vectors * (norm2() + constant2); }
    /// Squared norm of the weights, the constant feature's included (joint classes: of all).
    double weights2() const { return sum_weights2(state, group); }
    /// Weight of all rows visited before, in earlier batches of a stream too.
    double seen() const { return mass; }

    // Looked up only when a rule asks: they are seldom in cache.
    const Tally* tally;
    Index counter, copies;
    const double* stored_norm2;
    double vectors, constant2, mass;
    double (*sum_weights2)(const void* state, Index group);
    const void* state;
    Index group;
};

/// What a rule wants done with an example.
struct Move {
    enum class Outcome : std::uint8_t { right, suppressed, update };
    Outcome outcome = Outcome::right;
    double keep = 1;  ///< scale the weights first; 1 for nearly every rule
    double add = 0;   ///< then add this much of the row, in the direction of its label

    static Move right() { return {}; }
    static Move suppressed() { return {Outcome::suppressed}; }
    static Move update(double add, double keep = 1) { return {Outcome::update, keep, add}; }
};

/// Each pass visits the rows as given, in a new permutation, or by independent draws.
enum class Order : std::uint8_t { cyclic, shuffled, random, content };

}  // namespace rosenblatt
