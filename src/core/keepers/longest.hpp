#pragma once
#include <algorithm>

#include "keepers/keeper.hpp"

namespace rosenblatt {

/// The hypothesis that survived longest; the first one wins ties.
struct Longest {
    static constexpr const char* name = "longest";
    Hypothesis best = {};
    double best_run = 0;

    void start(const View& view) { best = view.copy(); }

    void update(const Change& change) {
        if (change.before.run <= best_run) return;
        best = change.before.copy();
        best_run = change.before.run;
    }

    Hypothesis finish(const View& view) const { return view.run > best_run ? view.copy() : best; }

    /// The lane's part of the best hypothesis, then its run.
    std::vector<double> save(Index lane, const View& view) const {
        const Hypothesis all = finish(view);
        const auto from = all.begin() + lane * view.weights.width();
        std::vector<double> out(from, from + view.weights.width());
        out.push_back(std::max(best_run, view.run));
        return out;
    }
    void load(Index lane, std::span<const double> saved) {
        const std::span<const double> weights = saved.first(saved.size() - 1);
        std::ranges::copy(weights, best.begin() + lane * static_cast<Index>(weights.size()));
        best_run = saved.back();
    }
};
static_assert(Keeper<Longest>);

}  // namespace rosenblatt
