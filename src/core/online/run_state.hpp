#pragma once
#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "base/compact.hpp"
#include "base/deferred_counts.hpp"
#include "base/poll.hpp"
#include "keepers/keepers.hpp"
#include "online/decide.hpp"
#include "online/survival.hpp"

namespace rosenblatt {

/// What a training run reads and writes beside rows and weights: nothing here depends on how rows
/// are stored.
struct RunState {
    /// Counted in shorter ones, margins would overflow.
    static constexpr double kShortestStep = 0x1p-1000;
    const Setup setup;
    const Examples& examples;
    const Index groups;           ///< how many
    const double* const weights;  ///< of a visit to each example; null: all 1
    Visits visits;
    std::vector<AnyRule> rules;  ///< of each group
    std::vector<Decide> decides;
    std::vector<double> step_lengths;  ///< of each group: weights are counted in steps of them
    Survival survival;
    std::vector<Keepers> keepers;  ///< of each group
    const bool alarms;             ///< whether a keeper may act on rows that are right
    Compact labels;
    DeferredCounts counts;
    Poll poll;
    bool overflow = false;

    /// `label_codes` are the labels of the examples.
    RunState(const Setup& given, Index row_cost, Compact label_codes)
        : setup(given),
          examples(*given.examples),
          groups(static_cast<Index>(given.lanes.size()) / given.group_lanes),
          weights(resampled() || examples.weight.empty() ? nullptr : examples.weight.data()),
          visits(given.order, given.seed, examples.size(), examples.first_pass,
                 resampled() ? &examples.weight : nullptr, marks()),
          alarms(any_alarm(given.keepers)),
          labels(std::move(label_codes)),
          counts(examples.size() * groups, most_visits()),
          poll(row_cost) {
        survival.open(groups);
        for (Index g = 0; g < groups; ++g) start_rule(g);
    }

    bool single() const { return std::holds_alternative<Single>(setup.group); }
    Index lane_count() const { return static_cast<Index>(setup.lanes.size()); }
    LaneRange lanes_of(Index g) const { return {g * setup.group_lanes, setup.group_lanes}; }

    /// Whether the weights of a group are no whole numbers even if the rows are. It depends on rule
    /// and group alone, so that batches, folds and lanes give the bits that a fit of its own gives.
    bool weights_round(Index g) const {
        const auto apart = [](const auto& group) { return requires { group.starts_apart; }; };
        return std::visit(apart, setup.group) || !takes_whole_steps(rules[g]);
    }

    bool resampled() const { return setup.resample && !examples.weight.empty(); }
    double weight_of(Index e) const { return weights == nullptr ? 1.0 : weights[e]; }

    /// Adds the updates of a group to a number for each row of the table.
    void add_counts(Index g, Index* per_row, Index step) const {
        std::vector<Index> total(examples.member_start.size());
        for (Index e = 0; e < examples.size(); ++e) {
            const Index count = counts[e * groups + g];
            if (examples.group.empty())
                per_row[examples.row_of(e) * step] += count;
            else
                total[examples.group[e]] += count;
        }
        if (!examples.group.empty()) share_counts(total, per_row, step);
    }

  private:
    /// A single lane asks of every row whether it is positive.
    Marks marks() const {
        return lane_count() == 1 && single() ? Marks{examples.label.data(), setup.lanes[0].positive}
                                             : Marks{};
    }

    void start_rule(Index g) {
        const Index first = lanes_of(g).first;
        const Record& start = setup.start[first];
        AnyRule& rule = rules.emplace_back(setup.lanes[first].rule);
        in_units(rule, setup.unit);
        const double length = begins_at_zero(g) ? step_length(rule) : 0;
        step_lengths.push_back(length > 0 ? std::max(length, kShortestStep) : start.step_length);
        in_steps(rule, step_lengths.back());
        remember(rule, start.memory);
        decides.push_back(decide_of(rule));
        survival.resume(g, start.run, start.mass);
    }

    /// With a kernel, weights are coefficients, and a later batch may bring another rule.
    bool begins_at_zero(Index g) const {
        const Record* const first = setup.start.data() + lanes_of(g).first;
        return setup.kernel == nullptr &&
               std::all_of(first, first + setup.group_lanes,
                           [](const Record& start) { return start.weights.empty(); });
    }

    /// How often one example can be visited at most.
    Index most_visits() const {
        if (!visits.complete()) return std::numeric_limits<std::int32_t>::max();
        Index times = 1;
        for (const std::uint32_t t : examples.times) times = std::max<Index>(times, t);
        return times * setup.max_passes;
    }

    /// Equal rows were merged: each gets its share of the count, earlier rows the odd ones.
    void share_counts(const std::vector<Index>& totals, Index* per_row, Index step) const {
        const std::vector<Index>& start = examples.member_start;
        for (std::size_t k = 0; k + 1 < start.size(); ++k) {
            std::vector<std::uint32_t> members(examples.member.begin() + start[k],
                                               examples.member.begin() + start[k + 1]);
            std::sort(members.begin(), members.end());
            const auto size = static_cast<Index>(members.size());
            for (Index m = 0; m < size; ++m)
                per_row[members[m] * step] += totals[k] / size + (m < totals[k] % size);
        }
    }
};

}  // namespace rosenblatt
