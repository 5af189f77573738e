#pragma once
#include "online/lanes.hpp"

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
        const auto& lanes = change.before;
        const double factor = (change.keep - 1) * change.mass;
        for (Index l = 0; l < change.group.count; ++l) {
            const auto* w = lanes.lane(change.group.first + l);
            double* lane = owed.data() + l * width;
            for (Index j = 0; j < lanes.dim; ++j)
                lane[j] += factor * static_cast<double>(w[j * lanes.padded]);
            lane[width - 1] += factor * static_cast<double>(lanes.bias[change.group.first + l]);
        }
    }
};

}  // namespace rosenblatt::ROSENBLATT_ISA
