#pragma once
#include <bit>
#include <cmath>

#include "online/state.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// What happens at a row that is not clearly right: the rule decides, books and keepers hear of it,
/// the weights change.
template <class R>
class Learner {
    using T = typename R::Value;
    using Outcome = Move::Outcome;

  public:
    explicit Learner(State<R>& state) : s(state) {}

    /// One lane. True unless the row turned out right after all.
    template <class Rule>
    [[gnu::noinline]] bool wake(Rule& rule, Index e, Index row, T score, T y) {
        Step step{0, 0};
        const Outcome outcome = consider(rule, e, row, score, y, step);
        if (outcome == Outcome::update) add_to_lane(step, row);
        return outcome != Outcome::right;
    }

    /// The lanes of a block that woke (bits): all that learn the row take it in one sweep.
    [[gnu::noinline]] bool wake_block(unsigned bits, Index block, Index e, Index row, Vec<T> score,
                                      Vec<T> y) {
        T adds[Vector<T>::width] = {};
        // Lanes that only fill the block may wake too once a score is not a number.
        const Index lanes = s.lanes.count - block;
        if (lanes < Vector<T>::width) bits &= (1u << lanes) - 1;
        bool woke = false, learned = false;
        for (; bits != 0; bits &= bits - 1) {
            const int k = std::countr_zero(bits);
            Step step{block + k, 0};
            const Outcome outcome =
                std::visit([&](auto& rule) { return consider(rule, e, row, score[k], y[k], step); },
                           s.rules[step.lane]);
            woke |= outcome != Outcome::right;
            if (outcome != Outcome::update) continue;
            adds[k] = static_cast<T>(step.add);
            learned = true;
        }
        if (learned) {
            const Vec<T> add = load(adds);
            T* bias = s.lanes.bias.data() + block;
            s.rows.add_block(s.lanes.lane(block), s.lanes.padded, row, add);
            store(bias, load(bias) + add * s.constant2);
        }
        return woke;
    }

    /// All classes together: the right one is raised, the best wrong one lowered.
    [[gnu::noinline]] bool wake_joint(Index e, Index row, const Rivals<T>& rivals) {
        if (s.books.stopped(0)) return false;
        return std::visit(
            [&](auto& rule) {
                const Move move = ask(rule, 0, e, static_cast<double>(rivals.margin), 2.0, 1);
                const Step steps[] = {{rivals.right, move.add}, {rivals.wrong, -move.add}};
                note(rule, 0, e, row, move, steps, 2);
                if (move.outcome == Outcome::update)
                    for (const Step& step : steps) add_to_lane(step, row);
                return move.outcome != Outcome::right;
            },
            s.rules[0]);
    }

  private:
    /// What becomes of one lane (a group of its own); `step` names it and is told how far it goes.
    template <class Rule>
    Outcome consider(Rule& rule, Index e, Index row, T score, T y, Step& step) {
        const Index l = step.lane;
        if (s.books.stopped(l)) return Outcome::right;
        const Move move = ask(rule, l, e, static_cast<double>(y * score), 1.0, y > 0 ? 1 : -1);
        step.add = static_cast<double>(y) * move.add;
        note(rule, l, e, row, move, &step, 1);
        return move.outcome;
    }

    template <class Rule>
    Move ask(Rule& rule, Index g, Index e, double margin, double vectors, int y) {
        if (!(margin > 0)) s.books.mistake(g);
        s.overflow |= !std::isfinite(margin);
        return rule.move(s.example(g, e, margin, vectors, y));
    }

    /// Books and keepers hear of a move just before the weights change.
    template <class Rule>
    void note(const Rule& rule, Index g, Index e, Index row, const Move& move, const Step* steps,
              Index count) {
        if (move.outcome == Outcome::right) return;
        const double weight = s.weight_of(e);
        if (move.outcome == Outcome::suppressed) return s.books.suppress(g, weight);
        const Group group = s.groups[g];
        if (!s.panels[g].empty())
            s.panels[g].tell(Change<R>{s.rows, s.lanes, group, row, move.keep, steps, count,
                                       s.books.run(g), s.books.mass(g), s.setup.constant2});
        if (move.keep != 1)
            for (Index l = 0; l < group.count; ++l) s.lanes.scale(group.first + l, move.keep);
        s.lanes.threshold[group.first] = static_cast<T>(rule.threshold());
        s.books.update(g, weight);
        s.counts.raise(e * s.group_count() + g);
    }

    void add_to_lane(const Step& step, Index row) {
        const T add = static_cast<T>(step.add);
        s.rows.add(s.lanes.lane(step.lane), s.lanes.padded, row, add);
        s.lanes.bias[step.lane] += add * s.constant2;
    }

    State<R>& s;
};

}  // namespace rosenblatt::ROSENBLATT_ISA
