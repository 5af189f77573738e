#pragma once
#include <algorithm>

#include "groups/group.hpp"

namespace rosenblatt {

/// A committee machine (Nilsson 1965): an odd number of hyperplanes for one class, the majority of
/// whose votes decides. The margin is y times the median score, which is positive where the
/// majority is right. An error of the committee moves just as many wrong lanes as make the majority
/// right, those whose scores are nearest to 0: with the lanes sorted by y times the score, best
/// first, the ones from the first wrong lane to the median. On a row that is right, a step moves
/// the median.
struct Majority {
    static constexpr bool starts_apart = true;

    template <class T>
    GroupMargin<T> margin(const GroupScores<T>& s) const {
        const int y = side(s);
        return {static_cast<T>(y) * median(s.score, s.lanes), y};
    }

    template <class T>
    Index steps(const GroupScores<T>& s, Step* out) const {
        const double y = side(s);
        for (Index l = 0; l < s.lanes; ++l) out[l] = {l, y * static_cast<double>(s.score[l])};
        std::sort(out, out + s.lanes, [](const Step& a, const Step& b) {
            return a.add > b.add || (a.add == b.add && a.lane < b.lane);
        });
        const Index middle = s.lanes / 2;
        Index first = 0;
        while (first < middle && out[first].add > 0) ++first;
        std::copy(out + first, out + middle + 1, out);
        const Index count = middle + 1 - first;
        for (Index k = 0; k < count; ++k) out[k].add = y;
        return count;
    }

    /// The whole committee has one vote, for or against its class; all lanes tell it.
    void vote(const Ballots& b, double run) const {
        constexpr Index points = Ballots::points;
        for (Index p = 0; p < points; ++p) {
            Index yes = 0;
            for (Index l = 0; l < b.lanes; ++l) yes += b.scores[l * points + p] >= 0;
            const double told = 2 * yes > b.lanes ? run : -run;
            for (Index l = 0; l < b.lanes; ++l) b.sums[l * points + p] += told;
        }
    }

    Index outputs(const double* scores, Index lanes, double* out) const {
        out[0] = median(scores, lanes);
        return 1;
    }

  private:
    template <class T>
    static int side(const GroupScores<T>& s) {
        return s.label == s.positive[0] ? 1 : -1;
    }

    /// Of an odd number of scores, without memory of its own: there are few of them.
    template <class T>
    static T median(const T* score, Index lanes) {
        for (Index l = 0; l + 1 < lanes; ++l) {
            Index before = 0;
            for (Index k = 0; k < lanes; ++k)
                before += score[k] < score[l] || (k < l && score[k] == score[l]);
            if (before == lanes / 2) return score[l];
        }
        return score[lanes - 1];
    }
};
static_assert(Group<Majority> && VotesTogether<Majority>);

}  // namespace rosenblatt
