#pragma once
#include <algorithm>

#include "keepers/keeper.hpp"

namespace rosenblatt {

/// The mean of all hypotheses, each counted as long as it lasted (a new one starts at the weight of
/// its row). Vectors are never summed: what an update adds was missing from all of the mass before
/// it, so `owed` collects `mass * step * x`, and the mean is `w - owed / mass`.
struct Averaged {
    static constexpr const char* name = "averaged";
    Hypothesis owed = {};
    Index width = 0;  ///< entries of one lane

    void start(const View& view) {
        width = view.weights.width();
        owed.assign(static_cast<std::size_t>(view.lanes.count * width), 0.0);
    }

    void update(const Change& change) {
        const View& before = change.before;
        if (change.keep != 1)
            for (Index l = 0; l < before.lanes.count; ++l)
                before.weights.add_lane(before.lanes.first + l, (change.keep - 1) * before.mass,
                                        owed.data() + l * width);
        for (const Step& step : change.steps)
            change.add_direction(before.mass * step.add, owed.data() + step.lane * width);
    }

    Hypothesis finish(const View& view) const {
        Hypothesis mean = view.copy();
        if (view.mass > 0)
            for (std::size_t j = 0; j < mean.size(); ++j) mean[j] -= owed[j] / view.mass;
        return mean;
    }

    std::vector<double> save(Index lane, const View&) const {
        const auto from = owed.begin() + lane * width;
        return {from, from + width};
    }
    void load(Index lane, std::span<const double> saved) {
        std::ranges::copy(saved, owed.begin() + lane * width);
    }
};
static_assert(Keeper<Averaged>);

}  // namespace rosenblatt
