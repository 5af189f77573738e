#pragma once
#include <algorithm>

#include "groups/group.hpp"

namespace rosenblatt {

/// All classes together (Crammer and Singer 2003): the margin is the score of the right class minus
/// the best of the others; a step raises the first and lowers the second. Lane k is class k.
struct Joint {
    template <class T>
    GroupMargin<T> margin(const GroupScores<T>& s) const {
        return {s.score[own(s)] - s.score[best_other(s)], 1};
    }

    template <class T>
    Index steps(const GroupScores<T>& s, Step* out) const {
        out[0] = {own(s), 1.0};
        out[1] = {best_other(s), -1.0};
        return 2;
    }

    /// Each hypothesis votes for its best class, the first of equals.
    void vote(const Ballots& b, double run) const {
        constexpr Index points = Ballots::points;
        double highest[points];
        std::int64_t best[points] = {};  // as wide as a score, so that vectors hold as many
        std::copy(b.scores, b.scores + points, highest);
        for (Index l = 1; l < b.lanes; ++l)
            for (Index p = 0; p < points; ++p) {
                const double score = b.scores[l * points + p];
                best[p] = score > highest[p] ? l : best[p];
                highest[p] = score > highest[p] ? score : highest[p];
            }
        for (Index l = 0; l < b.lanes; ++l)
            for (Index p = 0; p < points; ++p) b.sums[l * points + p] += best[p] == l ? run : 0.0;
    }

    Index outputs(const double* scores, Index lanes, double* out) const {
        std::copy(scores, scores + lanes, out);
        return lanes;
    }

  private:
    template <class T>
    static Index own(const GroupScores<T>& s) {
        return static_cast<Index>(s.label);
    }
    template <class T>
    static Index best_other(const GroupScores<T>& s) {
        const Index right = own(s);
        Index best = right == 0 ? 1 : 0;
        for (Index l = best + 1; l < s.lanes; ++l)
            if (l != right && s.score[l] > s.score[best]) best = l;
        return best;
    }
};
static_assert(Group<Joint> && VotesTogether<Joint>);

}  // namespace rosenblatt
