#pragma once
#include <utility>
#include <vector>

#include "online/lanes.hpp"
#include "online/record.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// Every hypothesis votes with the length of its run. Only the list of updates is kept: hypothesis
/// k is the start after the first k updates, so prediction walks along the list.
struct Voted {
    double start_run = 0;
    std::vector<Vote> votes = {};

    void update(const auto& change) {
        (votes.empty() ? start_run : votes.back().run) = change.run;
        Vote vote{change.row, change.steps[0].lane, -1, change.keep, change.steps[0].add, 0};
        if (change.step_count == 2) vote.lowered = change.steps[1].lane;
        votes.push_back(vote);
    }

    std::pair<double, std::vector<Vote>> finish(double run) const {
        auto out = std::pair(start_run, votes);
        (out.second.empty() ? out.first : out.second.back().run) = run;
        return out;
    }
};

}  // namespace rosenblatt::ROSENBLATT_ISA
