#pragma once
#include <limits>

#include "online/lanes.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// Pocket with ratchet (Gallant 1990; Li, Algorithm 1): weights that outlive the pocket's run have
/// their training error counted, and replace the pocket if it is strictly lower.
struct Pocket {
    Hypothesis best;
    double best_run = 0, error = std::numeric_limits<double>::infinity();
    Index evaluations = 0;
    bool changed = false;  ///< since the last count

    void update(const auto&) { changed = true; }

    /// The run beyond which the current weights ask to be counted.
    double patience() const { return changed ? best_run : std::numeric_limits<double>::infinity(); }

    void consider(const auto& lanes, Group group, double run, double counted) {
        ++evaluations;
        changed = false;
        if (counted >= error) return;
        best = copy_of(lanes, group);
        error = counted;
        best_run = run;
    }

    Hypothesis finish(const auto&, Group, double, double) const { return best; }
};

}  // namespace rosenblatt::ROSENBLATT_ISA
