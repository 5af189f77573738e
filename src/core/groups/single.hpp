#pragma once
#include "groups/group.hpp"

namespace rosenblatt {

/// One class against the rest: every lane is a group of its own, and its margin is y times the
/// score. The sweeps know this one by name: they compare whole vectors of lanes at once.
struct Single {
    template <class T>
    GroupMargin<T> margin(const GroupScores<T>& s) const {
        const int y = s.label == s.positive[0] ? 1 : -1;
        return {static_cast<T>(y) * s.score[0], y};
    }

    template <class T>
    Index steps(const GroupScores<T>& s, Step* out) const {
        out[0] = {0, s.label == s.positive[0] ? 1.0 : -1.0};
        return 1;
    }

    Index outputs(const double* scores, Index, double* out) const {
        out[0] = scores[0];
        return 1;
    }
};
static_assert(Group<Single> && !VotesTogether<Single>);

}  // namespace rosenblatt
