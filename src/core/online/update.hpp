#pragma once
#include <bit>
#include <cmath>

#include "online/state.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// What happens at a row below the threshold: the rule decides, survival and keepers hear of it,
/// the weights change.
template <Rows R>
class Updater {
    using T = typename R::Value;
    using Outcome = Move::Outcome;

  public:
    explicit Updater(State<R>& state) : s(state) {
        steps_.resize(static_cast<std::size_t>(state.setup.group_lanes));
    }

    /// The only lane. True unless the row turned out right after all.
    [[gnu::noinline]] bool learn(Index e, Index row, T score, T y) {
        Decision decision;
        const double add = consider(0, e, row, score, y, decision);
        if (decision.outcome == Outcome::update) add_to_lane(0, add, row, decision.direction);
        return decision.outcome != Outcome::right;
    }

    /// The lanes of a vector that are below their threshold (bits): all that learn the row take it
    /// in one sweep.
    [[gnu::noinline]] bool learn_block(unsigned bits, Index block, Index e, Index row, Vec<T> score,
                                       Vec<T> y) {
        T adds[Vector<T>::width] = {};
        // Lanes that only fill the vector may be below too once a score is not a number.
        const Index lanes = s.lanes.count - block;
        if (lanes < Vector<T>::width) bits &= (1u << lanes) - 1;
        bool wrong = false, learned = false;
        for (; bits != 0; bits &= bits - 1) {
            const int k = std::countr_zero(bits);
            Decision decision;
            const double add = consider(block + k, e, row, score[k], y[k], decision);
            wrong |= decision.outcome != Outcome::right;
            if (decision.outcome != Outcome::update) continue;
            if (decision.direction != nullptr) {
                add_to_lane(block + k, add, row, decision.direction);
                continue;
            }
            adds[k] = static_cast<T>(add);
            learned = true;
        }
        if (learned) add_to_block(block, row, load(adds));
        return wrong;
    }

    /// A group of several lanes: its steps are taken together.
    [[gnu::noinline]] bool learn_group(Index g, Index e, Index row, const GroupScores<T>& scores,
                                       const GroupMargin<T>& found) {
        if (s.survival.stopped(g)) return false;
        const auto count = static_cast<std::size_t>(std::visit(
            [&](const auto& group) { return group.steps(scores, steps_.data()); }, s.setup.group));
        const std::span<Step> steps(steps_.data(), count);
        Decision decision;
        const double add = decide(g, e, static_cast<double>(found.margin), squared_length(steps),
                                  found.y, decision);
        for (Step& step : steps) step.add *= add;
        follow_group(g, scores, row, decision, steps);
        note(g, e, row, decision, steps);
        if (decision.outcome == Outcome::update)
            for (const Step& step : steps)
                add_to_lane(s.lanes_of(g).first + step.lane, step.add, row, decision.direction);
        return decision.outcome != Outcome::right;
    }

    static double squared_length(std::span<const Step> steps) {
        double sum = 0;
        for (const Step& step : steps) sum += step.add * step.add;
        return sum;
    }

  private:
    /// What becomes of one lane that is a group of its own; returns how far it goes.
    [[gnu::always_inline]] double consider(Index l, Index e, Index row, T score, T y,
                                           Decision& decision) {
        if (s.survival.stopped(l)) return 0;
        const double add = static_cast<double>(y) * decide(l, e, static_cast<double>(y * score),
                                                           1.0, y > 0 ? 1 : -1, decision);
        const Step step{0, add};
        follow_weights2(l, score, row, decision, add);
        note(l, e, row, decision, {&step, 1});
        return add;
    }

    [[gnu::always_inline]] double decide(Index g, Index e, double margin, double vectors, int y,
                                         Decision& decision) {
        if (!(margin > 0)) s.survival.mistake(g);
        s.overflow |= !std::isfinite(margin);
        return s.decides[g](s.rules[g], margin, s.example(g, e, margin, vectors, y), decision);
    }

    /// Survival and keepers hear of a move just before the weights change.
    [[gnu::always_inline]] void note(Index g, Index e, Index row, const Decision& decision,
                                     std::span<const Step> steps) {
        if (decision.outcome == Outcome::right) return;
        const double weight = s.weight_of(e);
        if (decision.outcome == Outcome::suppressed) return s.survival.suppress(g, weight);
        if (!s.keepers[g].empty())
            s.keepers[g].tell(
                {s.view(g), decision.keep, steps, row, decision.direction, s.setup.constant2});
        const LaneRange lanes = s.lanes_of(g);
        if (decision.keep != 1)
            for (Index l = 0; l < lanes.count; ++l)
                s.lanes.scale(lanes.first + l, decision.keep, s.used());
        s.lanes.threshold[lanes.first] = static_cast<T>(decision.threshold);
        s.survival.update(g, weight);
        s.counts.raise(e * s.groups + g);
    }

    /// Squared norms of weights that the rows cannot tell, just before the weights change.
    [[gnu::always_inline]] void follow_weights2(Index l, T score, Index row,
                                                const Decision& decision, double add) {
        if constexpr (requires { s.rows.step2(row, add); })
            if (decision.outcome == Outcome::update) {
                const double along =
                    static_cast<double>(score) - static_cast<double>(s.lanes.bias[l]);
                const double whole = (*s.setup.norm2)[row], keep = decision.keep;
                double& sum = s.lanes.weights2[l];
                sum = keep * (keep * sum + 2 * add * along);
                if (add != 0) sum += add * add * s.rows.step2(row, whole);
                sum = std::max(sum, 0.0);
            }
    }
    void follow_group(Index g, const GroupScores<T>& scores, Index row, const Decision& decision,
                      std::span<const Step> steps) {
        if constexpr (requires { s.rows.step2(row, 0.0); }) {
            const LaneRange lanes = s.lanes_of(g);
            for (Index l = 0; l < lanes.count; ++l) {
                double add = 0;
                for (const Step& step : steps) add += step.lane == l ? step.add : 0;
                follow_weights2(lanes.first + l, scores.score[l], row, decision, add);
            }
        }
    }

    /// A row that is learned may take the place of another one.
    [[gnu::always_inline]] void make_room(Index row) {
        if constexpr (requires { s.rows.make_room(row); }) s.lanes.clear(s.rows.make_room(row));
    }

    void add_to_lane(Index l, double step, Index row, const Direction* direction) {
        if (direction != nullptr) return add_direction(l, step, *direction);
        const T add = static_cast<T>(step);
        if (step != 0) make_room(row);
        s.rows.add(s.lanes.lane(l), s.lanes.padded, row, add);
        s.lanes.bias[l] += add * s.constant2;
    }

    void add_to_block(Index block, Index row, Vec<T> add) {
        T* bias = s.lanes.bias.data() + block;
        if constexpr (requires { s.rows.make_room(row); }) {
            bool learned = false;  // some rules only scale the weights
            for (Index k = 0; k < Vector<T>::width; ++k) learned |= add[k] != 0;
            if (!learned) return;
        }
        make_room(row);
        s.rows.add_block(s.lanes.lane(block), s.lanes.padded, row, add);
        store(bias, load(bias) + add * s.constant2);
    }

    void add_direction(Index l, double step, const Direction& direction) {
        T* w = s.lanes.lane(l);
        direction.each(
            [&](Index j, double x) { w[j * s.lanes.padded] += static_cast<T>(step * x); });
        s.lanes.bias[l] += static_cast<T>(step * direction.constant * std::sqrt(s.setup.constant2));
    }

    State<R>& s;
    std::vector<Step> steps_;
};

}  // namespace rosenblatt::ROSENBLATT_ISA
