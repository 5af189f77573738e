#pragma once
#include "../lanes.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// The mean of all hypotheses, each counted as long as it lasted (a new one starts at the weight of
/// its row). Vectors are never summed: what an update adds was missing from all of the mass before
/// it, so `owed` collects `mass * step * x`, and the mean is `w - owed / mass`.
struct Averaged {
    Hypothesis owed;

    void update(const auto& change) {
        const Index width = change.before.dim + 1;
        if (change.keep != 1) owe_scaling(change, width);
        for (Index s = 0; s < change.step_count; ++s) {
            double* lane = owed.data() + (change.steps[s].lane - change.group.first) * width;
            const double amount = change.mass * change.steps[s].add;
            change.rows.add(lane, 1, change.row, amount);
            lane[width - 1] += amount * change.constant2;
        }
    }

    Hypothesis finish(const auto& lanes, Group group, double, double mass) const {
        Hypothesis mean = copy_of(lanes, group);
        if (mass > 0)
            for (std::size_t j = 0; j < mean.size(); ++j) mean[j] -= owed[j] / mass;
        return mean;
    }

  private:
    void owe_scaling(const auto& change, Index width) {
        const Hypothesis w = copy_of(change.before, change.group);
        for (Index j = 0; j < change.group.count * width; ++j)
            owed[j] += (change.keep - 1) * change.mass * w[j];
    }
};

}  // namespace rosenblatt::ROSENBLATT_ISA
