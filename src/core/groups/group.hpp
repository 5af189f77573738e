#pragma once
// The contract of groups: how lanes that are learned together turn their scores into one margin,
// and which of them a step moves.
#include <concepts>
#include <cstdint>

#include "base/index.hpp"

namespace rosenblatt {

/// How much of a row one lane takes. Within a group lanes count from 0.
struct Step {
    Index lane;
    double add;
};

/// Lanes that stand side by side: those of one group.
struct LaneRange {
    Index first, count;
};

/// What the lanes of a group say to one example.
template <class T>
struct GroupScores {
    const T* score;     ///< of each lane
    const T* positive;  ///< the class code each lane calls +1
    Index lanes;
    T label;  ///< class code of the example
};

/// The margin of a group: positive where it is right. A rule is told `y`, the side of the example.
template <class T>
struct GroupMargin {
    T margin;
    int y;
};

/// Several points to predict at once: entry [lane * points + p] of both arrays.
struct Ballots {
    static constexpr Index points = 16;
    const double* scores;
    double* sums;
    Index lanes;
};

/// - `margin`: asked of every row, so it must be cheap.
/// - `steps`: how a step of length 1 moves the lanes, asked only of examples below the threshold;
///   writes at most one step a lane and tells how many. It is not told the threshold: that may be
///   any bound, infinity too, and a tighter one must not change what is learned.
/// - `vote`, of groups of several lanes: adds the votes of a hypothesis that survived `run` (voted
///   perceptrons). A lane alone votes by the sign of its score.
/// - `outputs`: what the scores of a group decide; writes one number for each class it judges (one
///   alone: positive for its own class) and tells how many.
///
/// Optional: `static constexpr bool starts_apart = true`: its lanes begin in different directions,
/// so that weights are no whole numbers, whatever the rule (see `whole_steps` in `rules/rule.hpp`).
template <class G>
concept Group = std::copyable<G> &&
                requires(const G group, const GroupScores<float>& f, const GroupScores<double>& d,
                         Step* steps, const double* scores, Index lanes, double* out) {
                    { group.margin(f) } -> std::same_as<GroupMargin<float>>;
                    { group.margin(d) } -> std::same_as<GroupMargin<double>>;
                    { group.steps(f, steps) } -> std::same_as<Index>;
                    { group.steps(d, steps) } -> std::same_as<Index>;
                    { group.outputs(scores, lanes, out) } -> std::same_as<Index>;
                };

/// Whether lanes vote together.
template <class G>
concept VotesTogether =
    requires(const G group, const Ballots& ballots, double run) { group.vote(ballots, run); };

}  // namespace rosenblatt
