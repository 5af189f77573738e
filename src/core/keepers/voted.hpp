#pragma once
#include "keepers/keeper.hpp"

namespace rosenblatt {

/// The updates of a voted perceptron. Update u added `step[s]` of `row[u]` to lane `lane[s]` for
/// the steps s from `first[u]` up to `first[u + 1]`; the weights then survived `run[u]`.
struct VoteList {
    double start_run = 0;  ///< survived by the weights before the first update
    std::vector<Index> row = {}, first = {0}, lane = {};
    std::vector<double> keep = {}, step = {}, run = {};
};

/// Every hypothesis votes with the length of its run. Only the list of updates is kept: hypothesis
/// k is the start after the first k updates, so prediction walks along the list.
struct Voted {
    static constexpr const char* name = "voted";
    VoteList votes = {};

    void start(const View&) {}

    void update(const Change& change) {
        survived(votes, change.before.run);
        votes.row.push_back(change.row);
        votes.keep.push_back(change.keep);
        votes.run.push_back(0);
        for (const Step& step : change.steps) {
            votes.lane.push_back(step.lane);
            votes.step.push_back(step.add);
        }
        votes.first.push_back(static_cast<Index>(votes.lane.size()));
    }

    /// No single hyperplane: the last one stands for it.
    Hypothesis finish(const View& view) const { return view.copy(); }

    VoteList finished(const View& view) const {
        VoteList out = votes;
        survived(out, view.run);
        return out;
    }

  private:
    static void survived(VoteList& votes, double run) {
        (votes.run.empty() ? votes.start_run : votes.run.back()) = run;
    }
};
static_assert(Keeper<Voted>);

}  // namespace rosenblatt
