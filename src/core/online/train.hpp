#pragma once
#include <algorithm>
#include <vector>

#include "online/sweep.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// Passes over the rows, and when they end.
template <Rows R>
class Trainer {
  public:
    explicit Trainer(State<R>& state) : s(state), alarms_(state), sweep_(state, alarms_) {}

    Status run(Index passes, const Stop& stop) {
        s.poll.listen_to(&stop);
        for (Index p = 0; p < passes && !done(); ++p) {
            const Status status = pass();
            if (status != Status::finished) return status;
        }
        return Status::finished;
    }

    bool done() const {
        for (Index g = 0; g < s.groups; ++g)
            if (!s.survival.stopped(g)) return passes_ >= s.setup.max_passes;
        return true;
    }

  private:
    Status pass() {
        s.survival.open_pass();
        const double before = s.survival.visited;
        const Status status = visit_all();
        if (status == Status::overflow) return status;
        if (status == Status::finished) ++passes_;
        s.survival.close_pass();
        if (status == Status::interrupted) return status;
        sweep_.consider_rough_rows(passes_);
        for (Index g = 0; g < s.groups && !s.poll.stopped(); ++g)
            check_finished(g, s.survival.visited - before);
        return s.poll.stopped() ? Status::interrupted : Status::finished;
    }

    Status visit_all() {
        const Visit* order = s.visits.pass(passes_);
        const Index n = s.examples.size();
        // About a millisecond of work between two questions whether to stop.
        const Index work = s.rows.cost() * s.lanes.padded + 8;
        Index chunk = std::max<Index>(64, (Index(1) << 20) / work);
        if constexpr (Prepared<R>) chunk = s.rows.block_size();
        for (Index from = 0; from < n; from += chunk) {
            const Index to = std::min(from + chunk, n);
            if constexpr (Prepared<R>) have_ready(order, from, to);
            sweep_(order, from, to);
            if (s.overflow) return Status::overflow;
            if (s.poll.ask()) return Status::interrupted;
        }
        return Status::finished;
    }

    void have_ready(const Visit* order, Index from, Index to)
        requires Prepared<R>
    {
        next_.clear();
        for (Index v = from; v < to; ++v)
            next_.push_back(s.examples.row_of(order == nullptr ? v : order[v].example()));
        s.rows.have_ready(next_);
    }

    /// A group that nothing can change any more stops; the passes it is spared are credited.
    void check_finished(Index g, double pass_mass) {
        if (s.survival.stopped(g) || s.survival.pass_updates(g) > 0) return;
        const auto left = static_cast<double>(s.setup.max_passes - passes_);
        if (s.visits.complete()) {
            finish(g, s.survival.pass_mistakes(g) == 0,
                   (pass_mass - s.survival.pass_suppressed(g)) * left);
        } else if (const auto still = FullPass<R>(s, g).standstill()) {
            // Random draws need not meet every row, so all were looked at.
            const std::optional<double> credit = mass_of_draws(still->right);
            if (credit) finish(g, still->separated, *credit);
        }
    }

    void finish(Index g, bool separated, double credit) {
        s.survival.stop(g, separated ? StopReason::separated : StopReason::no_update, credit);
        const LaneRange lanes = s.lanes_of(g);
        for (Index l = 0; l < lanes.count; ++l) s.lanes.retire(lanes.first + l);
        // The credited passes may carry the final weights past a keeper's alarm.
        alarms_.ring_if_survived(g);
        alarms_.set();
    }

    /// What the draws of the passes left would have added; nothing, if told to stop meanwhile.
    std::optional<double> mass_of_draws(const std::vector<char>& right) {
        if (s.setup.keepers.empty()) return 0;  // nobody asks how long the last weights lived
        const bool alike = s.examples.weight.empty() || s.resampled();
        if (alike && std::ranges::all_of(right, [](char r) { return r != 0; }))
            return static_cast<double>(s.examples.size()) *
                   static_cast<double>(s.setup.max_passes - passes_);
        double mass = 0;
        for (Index p = passes_; p < s.setup.max_passes; ++p) {
            if (s.poll.after(s.examples.size())) return std::nullopt;
            const Visit* order = s.visits.pass(p);
            for (Index v = 0; v < s.examples.size(); ++v)
                if (const Index e = order[v].example(); right[e]) mass += s.weight_of(e);
        }
        return mass;
    }

    State<R>& s;
    Alarms<R> alarms_;
    Sweep<R> sweep_;
    std::vector<Index> next_;  // rows to have ready
    Index passes_ = 0;
};

}  // namespace rosenblatt::ROSENBLATT_ISA
