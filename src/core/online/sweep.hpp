#pragma once
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "online/alarms.hpp"
#include "online/rough_rows.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// The loops over rows, compiled once for each kind of rows: they know neither rules nor keepers.
template <Rows R>
class Sweep {
    using T = typename R::Value;

  public:
    Sweep(State<R>& state, Alarms<R>& alarms) : s(state), updater_(state), alarms_(alarms) {}

    /// Visits `from` up to `to` of a pass in this order (null: the examples as they stand).
    void operator()(const Visit* order, Index from, Index to) {
        if (!s.single()) return by_example<Grouped>(order, from, to);
        if (s.lanes.count > 1) return by_example<Many>(order, from, to);
        if (order == nullptr || !s.examples.times.empty()) return by_example<One>(order, from, to);
        const std::uint32_t* const numbers = row_numbers();
        const double* const weight = s.weights;
        const auto own_row = [](Index e) { return e; };
        const auto numbered = [=](Index e) { return numbers == nullptr ? e : Index(numbers[e]); };
        if constexpr (Contiguous<R>)
            if (rough_)
                return numbers == nullptr ? one_lane_rough(order, own_row, from, to)
                                          : one_lane_rough(order, numbered, from, to);
        const auto loop = [&](const auto& rows) {
            // Plain rows have loops of their own: a question asked of every row costs some percent.
            if (numbers != nullptr || !plain()) {
                const auto weigh = [=](Index e) { return weight == nullptr ? 1.0 : weight[e]; };
                return one_lane(rows, order, numbered, weigh, from, to);
            }
            const auto one = [](Index) { return 1.0; };
            one_lane(rows, order, own_row, one, from, to);
        };
        if constexpr (requires { s.rows.adding_up(loop); })
            s.rows.adding_up(loop);
        else
            loop(s.rows);
    }

    /// Rough rows are made after the first pass, if it found most rows right and some more follow.
    void consider_rough_rows(Index passes) {
        if constexpr (Contiguous<R>) {
            const Index n = s.examples.size();
            if (rough_ || s.lanes.count != 1 || !s.single() || !plain() || n == 0) return;
            const Index below = std::max(s.survival.pass_mistakes(0), s.survival.pass_updates(0));
            const bool quiet = passes == 1 && 8 * below <= n;
            const bool pay = quiet && s.setup.max_passes >= 4 && RoughRows<T>::pay(s.rows);
            if (!s.setup.rough_rows.value_or(pay)) return;
            const double longest = std::sqrt(std::ranges::max(*s.setup.norm2));
            if (!RoughRows<T>::possible(longest)) return;
            rough_.emplace(s.rows, longest);
            rough_->set_weights(s.lanes);
        }
    }

  private:
    struct One {};
    struct Many {};
    struct Grouped {};

    // ---------------------------------------------------------------- one lane, the fast way

    /// Example -> row; null: the example's own number.
    const std::uint32_t* row_numbers() const {
        return s.examples.row.empty() ? nullptr : s.examples.row.data();
    }
    /// Whether every example is visited once in a row, with weight 1.
    bool plain() const { return s.examples.times.empty() && s.weights == nullptr; }

    /// How many rows ahead memory is asked for: the farther away it is, the earlier; beyond the
    /// last row, if all rows are in the nearest cache.
    Index ahead() const {
        const Index bytes = s.rows.cost() * Index(sizeof(T)) + 1, all = s.rows.size() * bytes;
        if (all <= Index(1) << 17) return s.examples.size();
        return std::clamp<Index>(4096 / bytes, 2, all <= Index(1) << 25 ? 12 : 24);
    }

    /// Over examples visited once in a row, with all it reads held in registers; a function of its
    /// own, for the compiler shares those out by functions.
    [[gnu::noinline]] void one_lane(const auto& given, const Visit* order, auto row_of,
                                    auto weight_of, Index from, Index to) {
        const auto rows = given;
        const T* const w = s.lanes.weights.data();
        const double* const norm2 = s.setup.norm2->data();
        const Index fetch_norm = asks_norm(s.rules[0]) ? 1 : 0;  // a factor: a branch costs more
        const Index last = s.examples.size() - 1, near = ahead();
        T bias = s.lanes.bias[0], threshold = s.lanes.threshold[0];
        double visited = s.survival.visited, alarm = alarms_.next();
        for (Index v = from; v < to; ++v) {
            if (v + 2 * near <= last) {
                rows.prefetch_start(row_of(order[v + 2 * near].example()));
                const Index next = row_of(order[v + near].example());
                rows.prefetch(next);
                __builtin_prefetch(norm2 + next * fetch_norm);
            }
            const Visit visit = order[v];
            const Index row = row_of(visit.example());
            const T score = rows.dot(w, row) + bias;
            const T y = sign_of(visit.marked());
            if (!(y * score > threshold)) [[unlikely]] {
                s.survival.visited = visited;
                learn(visit.example(), row, score, y);
                bias = s.lanes.bias[0];
                threshold = s.lanes.threshold[0];
                alarm = alarms_.next();
            }
            visited += weight_of(visit.example());
            if (visited > alarm) [[unlikely]] {
                s.survival.visited = visited;
                alarms_.ring();
                alarm = alarms_.next();
            }
        }
        s.survival.visited = visited;
    }

    /// The same with rough rows: a row is read only if its copy does not show it to be right. A
    /// look ahead tells which rows to ask memory for; it holds until the weights change.
    [[gnu::noinline]] void one_lane_rough(const Visit* order, auto row_of, Index from, Index to) {
        constexpr Index near = 4, far = 16;
        const R rows = s.rows;
        RoughRows<T>& rough = *rough_;
        const double* const norm2 = s.setup.norm2->data();
        const Index fetch_norm = asks_norm(s.rules[0]) ? 1 : 0;  // a factor: a branch costs more
        const Index last = s.examples.size() - 1;
        Index version = 0, read = 0, above_at[near];
        std::fill(above_at, above_at + near, -1);
        double visited = s.survival.visited, alarm = alarms_.next();
        const auto above = [&](Index v) {
            return rough.certainly_above(row_of(order[v].example()),
                                         float(sign_of(order[v].marked())));
        };
        for (Index v = from; v < to; ++v) {
            if (v + far <= last) rough.prefetch(row_of(order[v + far].example()));
            const bool right = above_at[v % near] == version || above(v);
            if (v + near <= last) {
                const bool next_above = above(v + near);
                above_at[v % near] = next_above ? version : -1;
                if (!next_above) {
                    const Index next = row_of(order[v + near].example());
                    rows.prefetch(next);
                    __builtin_prefetch(norm2 + next * fetch_norm);
                }
            }
            if (!right) {
                ++read;
                s.survival.visited = visited;
                if (visit_one(order[v].example(), row_of(order[v].example()),
                              sign_of(order[v].marked()))) {
                    rough.set_weights(s.lanes);
                    ++version;
                    alarm = alarms_.next();
                }
            }
            visited += 1;
            if (visited > alarm) [[unlikely]] {
                s.survival.visited = visited;
                alarms_.ring();
                alarm = alarms_.next();
            }
        }
        s.survival.visited = visited;
        if (!s.setup.rough_rows && 5 * read > to - from + 64) rough_.reset();
    }

    // ---------------------------------------------------------------- any lanes, any visits

    template <class Kind>
    void by_example(const Visit* order, Index from, Index to) {
        const auto at = [=](Index v) { return order == nullptr ? v : order[v].example(); };
        const bool plain = this->plain();
        const Index last = s.examples.size() - 1;
        const Index near = s.lanes.count == 1 ? ahead() : std::min<Index>(ahead(), 12);
        for (Index v = from; v < to; ++v) {
            const Index e = at(v);
            if (v + 2 * near <= last) {
                const Index next = at(v + near);
                s.rows.prefetch_start(s.examples.row_of(at(v + 2 * near)));
                s.rows.prefetch(s.examples.row_of(next));
                s.labels.prefetch(next);
                s.counts.prefetch(next * s.groups);
            }
            if (plain) {
                visit(Kind{}, e, s.examples.row_of(e));
                advance(1.0);
            } else {
                visit_times(Kind{}, e, s.examples.row_of(e));
            }
        }
    }

    template <class Kind>
    void visit_times(Kind kind, Index e, Index row) {
        const double weight = s.weight_of(e);
        bool wrong = true;
        for (Index t = s.examples.times_of(e); t > 0; --t) {
            if (wrong) wrong = visit(kind, e, row);  // a row found right stays right
            advance(weight);
        }
    }

    void advance(double weight) {
        s.survival.visited += weight;
        if (s.survival.visited > alarms_.next()) [[unlikely]]
            alarms_.ring();
    }

    // ------------------------------------------------ one visit: was a lane below its threshold?

    bool visit(One, Index e, Index row) {
        return visit_one(e, row, sign_of(s.labels[e] == s.setup.lanes[0].positive));
    }

    bool visit_one(Index e, Index row, T y) {
        const T score = s.rows.dot(s.lanes.weights.data(), row) + s.lanes.bias[0];
        return !(y * score > s.lanes.threshold[0]) && learn(e, row, score, y);
    }

    bool visit(Many, Index e, Index row) {
        const T label = static_cast<T>(s.labels[e]);
        const Vec<T> one = load(kOnes);
        bool wrong = false;
        for (Index first = 0; first < s.lanes.padded;) {
            Vec<T> score[State<R>::kBlocks];
            const Index blocks = s.scores(s.rows, first, row, score);
            for (Index b = 0; b < blocks; ++b, first += Vector<T>::width) {
                const Vec<T> y = load(s.lanes.positive.data() + first) == label ? one : -one;
                const Vec<T> threshold = load(s.lanes.threshold.data() + first);
                const unsigned bits = not_above<T>(y * score[b], threshold);
                if (bits != 0) wrong |= updater_.learn_block(bits, first, e, row, score[b], y);
            }
        }
        if (wrong && s.alarms) alarms_.set();
        return wrong;
    }

    bool visit(Grouped, Index e, Index row) {
        s.all_scores(s.rows, row, scores_);
        bool wrong = false;
        for (Index g = 0; g < s.groups; ++g) {
            const GroupScores<T> scores = s.group_scores(g, e, scores_.data());
            const GroupMargin<T> found =
                std::visit([&](const auto& group) { return group.margin(scores); }, s.setup.group);
            if (found.margin > s.lanes.threshold[s.lanes_of(g).first]) [[likely]]
                continue;
            wrong |= updater_.learn_group(g, e, row, scores, found);
        }
        if (wrong && s.alarms) alarms_.set();
        return wrong;
    }

    bool learn(Index e, Index row, T score, T y) {
        const bool wrong = updater_.learn(e, row, score, y);
        if (wrong && s.alarms) alarms_.set();
        return wrong;
    }

    /// Without a branch: labels are as good as random, and a wrong guess costs more than a score.
    static T sign_of(bool positive) { return static_cast<T>(2 * int(positive) - 1); }

    static constexpr T kOnes[8] = {1, 1, 1, 1, 1, 1, 1, 1};

    State<R>& s;
    Updater<R> updater_;
    Alarms<R>& alarms_;
    std::vector<T> scores_;
    std::optional<RoughRows<T>> rough_;
};

}  // namespace rosenblatt::ROSENBLATT_ISA
