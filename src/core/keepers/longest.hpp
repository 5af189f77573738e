#pragma once
#include "online/lanes.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// The hypothesis that survived longest; the first one wins ties.
struct Longest {
    Hypothesis best;
    double best_run = 0;

    void update(const auto& change) { challenge(change.before, change.group, change.run); }

    Hypothesis finish(const auto& lanes, Group group, double run, double) const {
        return run > best_run ? copy_of(lanes, group) : best;
    }

    void challenge(const auto& lanes, Group group, double run) {
        if (run <= best_run) return;
        best = copy_of(lanes, group);
        best_run = run;
    }
};

}  // namespace rosenblatt::ROSENBLATT_ISA
