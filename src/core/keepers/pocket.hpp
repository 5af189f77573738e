#pragma once
#include <limits>

#include "keepers/keeper.hpp"

namespace rosenblatt {

/// Pocket with ratchet (Gallant 1990; Li, Algorithm 1): weights that outlive the pocket's run have
/// their training error counted, and replace the pocket if it is strictly lower.
struct Pocket {
    static constexpr const char* name = "pocket";
    Hypothesis best = {};
    double best_run = -1;  ///< the starting weights are counted before the first row
    double least_error = std::numeric_limits<double>::infinity();
    Index evaluations = 0;
    bool changed = true;  ///< since the last count

    void start(const View&) {}
    void update(const Change&) { changed = true; }

    double alarm() const { return changed ? best_run : std::numeric_limits<double>::infinity(); }

    void ring(const View& view) {
        const std::optional<double> error = view.error(least_error);
        if (!error) return;
        ++evaluations;
        changed = false;
        if (*error >= least_error) return;
        best = view.copy();
        least_error = *error;
        best_run = view.run;
    }

    Hypothesis finish(const View&) const { return best; }
};
static_assert(Keeper<Pocket>);

}  // namespace rosenblatt
