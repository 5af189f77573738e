#pragma once
#include "online/engine.hpp"
#include "online/train.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// The engine for one kind of rows.
template <Rows R>
class EngineOf final : public Engine {
  public:
    explicit EngineOf(const Setup& setup) : s(setup), trainer_(s) {}

    Status run(Index passes, const Stop& stop) override { return trainer_.run(passes, stop); }
    bool done() const override { return trainer_.done(); }
    Index group_count() const override { return s.groups; }
    Index passes(Index g) const override {
        return static_cast<Index>(s.survival.updates(g).size());
    }
    StopReason reason(Index g) const override { return s.survival.reason(g); }
    const std::vector<Index>& updates(Index g) const override { return s.survival.updates(g); }
    const std::vector<Index>& mistakes(Index g) const override { return s.survival.mistakes(g); }

    Hypothesis hypothesis(Index g, std::string_view keeper) const override {
        Hypothesis found = s.keepers[g].finish(keeper, s.view(g));
        for (double& w : found) w *= s.step_lengths[g];
        return found;
    }
    VoteList votes(Index g) const override { return s.keepers[g].votes(s.view(g)); }
    Index error_evaluations(Index g) const override { return s.keepers[g].evaluations(); }

    Record record(Index l) const override {
        const Index g = l / s.setup.group_lanes;
        const View view = s.view(g);
        return {s.lanes.copy({l, 1}),
                view.run,
                view.mass,
                memory_of(s.rules[g]),
                s.keepers[g].save(l - view.lanes.first, view),
                s.step_lengths[g]};
    }

    void add_counts(Index g, Index* per_row, Index step) const override {
        s.add_counts(g, per_row, step);
    }

    std::vector<Index> support() const override {
        if constexpr (requires { s.rows.support(); })
            return s.rows.support();
        else
            return {};
    }

  private:
    State<R> s;
    Trainer<R> trainer_;
};

}  // namespace rosenblatt::ROSENBLATT_ISA
