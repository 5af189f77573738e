#pragma once
#include <algorithm>
#include <utility>
#include <vector>

#include "online/engine.hpp"
#include "online/train.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// A training run as the outside sees it: go on, and tell what came of it.
template <class R>
class Run final : public Engine {
  public:
    explicit Run(const Setup& setup) : s(setup), trainer_(s) {}

    Status run(Index passes, const Stop& stop) override { return trainer_.run(passes, stop); }
    bool done() const override { return trainer_.done(); }
    Index group_count() const override { return s.group_count(); }
    Index passes(Index g) const override { return static_cast<Index>(s.books.updates(g).size()); }
    StopReason reason(Index g) const override { return s.books.reason(g); }
    const std::vector<Index>& updates(Index g) const override { return s.books.updates(g); }
    const std::vector<Index>& mistakes(Index g) const override { return s.books.mistakes(g); }

    Hypothesis hypothesis(Index g, Keeper keeper) const override {
        if (keeper == Keeper::longest) return finish<Longest>(g);
        if (keeper == Keeper::pocket) return finish<Pocket>(g);
        if (keeper == Keeper::averaged) return finish<Averaged>(g);
        return copy_of(s.lanes, s.groups[g]);
    }

    std::pair<double, std::vector<Vote>> votes(Index g) const override {
        return s.panels[g].template find<Voted>()->finish(s.books.run(g));
    }

    Index error_evaluations(Index g) const override {
        const auto* pocket = s.panels[g].template find<Pocket>();
        return pocket == nullptr ? 0 : pocket->evaluations;
    }

    Record record(Index l) const override {
        const Index g = s.setup.joint ? 0 : l, width = s.rows.dim() + 1;
        const auto part = [&](const Hypothesis& all) {
            const auto from = all.begin() + (l - s.groups[g].first) * width;
            return std::vector<double>(from, from + width);
        };
        Record out;
        out.weights = part(copy_of(s.lanes, s.groups[g]));
        out.run = s.books.run(g);
        out.mass = s.books.mass(g);
        out.memory = memory_of(s.rules[s.groups[g].first]);
        if (const auto* averaged = s.panels[g].template find<Averaged>())
            out.owed = part(averaged->owed);
        if (const auto* longest = s.panels[g].template find<Longest>()) {
            out.best = part(finish<Longest>(g));
            out.best_run = std::max(longest->best_run, out.run);
        }
        return out;
    }

    void add_counts(Index g, Index* per_row, Index step) const override {
        const Examples& examples = s.examples;
        std::vector<Index> total(s.setup.examples->member_start.size());
        for (Index e = 0; e < examples.size(); ++e) {
            if (examples.group.empty())
                per_row[examples.row_of(e) * step] += s.count_of(e, g);
            else
                total[examples.group[e]] += s.count_of(e, g);
        }
        if (!examples.group.empty()) share_counts(total, per_row, step);
    }

  private:
    template <class K>
    Hypothesis finish(Index g) const {
        const K* keeper = s.panels[g].template find<K>();
        return keeper->finish(s.lanes, s.groups[g], s.books.run(g), s.books.mass(g));
    }

    /// Equal rows were merged: each gets its share of the count, earlier rows the odd ones.
    void share_counts(const std::vector<Index>& totals, Index* per_row, Index step) const {
        const std::vector<Index>& start = s.setup.examples->member_start;
        for (std::size_t k = 0; k + 1 < start.size(); ++k) {
            std::vector<std::uint32_t> members(s.setup.examples->member.begin() + start[k],
                                               s.setup.examples->member.begin() + start[k + 1]);
            std::sort(members.begin(), members.end());
            const auto size = static_cast<Index>(members.size());
            for (Index m = 0; m < size; ++m)
                per_row[members[m] * step] += totals[k] / size + (m < totals[k] % size);
        }
    }

    State<R> s;
    Trainer<R> trainer_;
};

}  // namespace rosenblatt::ROSENBLATT_ISA
