#pragma once
#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "online/rough_rows.hpp"
#include "online/learn.hpp"
#include "online/full_pass.hpp"
#include "online/state.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// The one loop over rows for all learners that look at one row at a time.
template <class R>
class Trainer {
    using T = typename R::Value;

  public:
    explicit Trainer(State<R>& state) : s(state), learner_(state) {
        if (!s.setup.listeners.pocket) return;
        if (Sheet<T>::fits(s)) sheet_.emplace(s);
        for (Index g = 0; g < s.group_count(); ++g) {
            pockets_.push_back(s.panels[g].template find<Pocket>());
            overviews_.emplace_back(s, g);
            count_error(g, 0);
        }
    }

    Status run(Index passes, const Stop& stop) {
        for (Index p = 0; p < passes && !done(); ++p) {
            const Status status = pass(stop);
            if (status != Status::finished) return status;
        }
        return Status::finished;
    }

    bool done() const {
        for (Index g = 0; g < s.group_count(); ++g)
            if (!s.books.stopped(g)) return passes_ >= s.setup.max_passes;
        return true;
    }

  private:
    Status pass(const Stop& stop) {
        const Visit* order = s.visits.pass(passes_);
        const Index n = s.examples.size();
        s.books.open_pass();
        const double before = s.books.visited;
        // About a millisecond of work between two questions whether to stop.
        const Index work = s.rows.cost() * s.lanes.padded + 8;
        const Index chunk = std::max<Index>(64, (Index(1) << 20) / work);
        stop_ = &stop;
        try {
            for (Index from = 0; from < n; from += chunk) {
                sweep(order, from, std::min(from + chunk, n));
                if (s.overflow) return Status::overflow;
                if (stop()) throw Asked{};
            }
        } catch (Asked) {
            s.books.close_pass();
            return Status::interrupted;
        }
        ++passes_;
        s.books.close_pass();
        consider_glances();
        try {
            for (Index g = 0; g < s.group_count(); ++g) settle(g, s.books.visited - before);
        } catch (Asked) {
            return Status::interrupted;
        }
        return Status::finished;
    }

    struct Asked {};

    /// Called during work beside the sweep, with the rows it read since the last call.
    void breathe(Index rows) {
        rows_read_ += rows;
        if (stop_ == nullptr || rows_read_ * s.rows.cost() < (Index(1) << 20)) return;
        rows_read_ = 0;
        if ((*stop_)()) throw Asked{};
    }

    // ---------------------------------------------------------------- the sweep over rows

    struct One {};
    struct Many {};
    struct Joint {};

    void sweep(const Visit* order, Index from, Index to) {
        if (s.setup.joint) return sweep_with<Joint>(order, from, to);
        if (s.lanes.count == 1) return sweep_with<One>(order, from, to);
        sweep_with<Many>(order, from, to);
    }

    template <class Kind>
    void sweep_with(const Visit* order, Index from, Index to) {
        if constexpr (std::is_same_v<Kind, One>)
            if (s.examples.times.empty() && order != nullptr) return sweep_fast(order, from, to);
        order == nullptr ? sweep_along<Kind>([](Index v) { return v; }, from, to)
                         : sweep_along<Kind>([=](Index v) { return order[v].example(); }, from, to);
    }

    /// Whether every example is visited once in a row, with weight 1.
    bool plain() const { return s.examples.times.empty() && weights() == nullptr; }

    /// Weights of visits, or null: all 1.
    const double* weights() const {
        return s.examples.weight.empty() || s.resampled() ? nullptr : s.examples.weight.data();
    }

    /// How many rows ahead memory is asked for.
    Index ahead() const {
        return std::clamp<Index>(4096 / (s.rows.cost() * Index(sizeof(T)) + 1), 2, 12);
    }

    template <class Kind>
    void sweep_along(auto at, Index from, Index to) {
        const bool plain = this->plain();
        const Index last = s.examples.size() - 1, near = ahead();
        for (Index v = from; v < to; ++v) {
            const Index e = at(v);
            if (v + 2 * near <= last) {
                const Index next = at(v + near);
                s.rows.prefetch_start(s.examples.row_of(at(v + 2 * near)));
                s.rows.prefetch(s.examples.row_of(next));
                s.labels.prefetch(next);
            }
            if (plain) {
                visit(Kind{}, e, s.examples.row_of(e));
                advance(1.0);
            } else {
                visit_times(Kind{}, e, s.examples.row_of(e));
            }
        }
    }

    void sweep_fast(const Visit* order, Index from, Index to) {
        const std::uint32_t* const row = s.examples.row.data();
        s.examples.row.empty()
            ? sweep_fast(
                  order, [](Index e) { return e; }, from, to)
            : sweep_fast(order, [=](Index e) { return Index(row[e]); }, from, to);
    }

    void sweep_fast(const Visit* order, auto row_of, Index from, Index to) {
        const auto with = [&](auto& rule) {
            if constexpr (kDense)
                if (glances_) return sweep_glancing(rule, order, row_of, from, to);
            const double* const weight = weights();
            const auto one = [](Index) { return 1.0; };
            const auto own = [=](Index e) { return weight[e]; };
            weight == nullptr ? sweep_reading(rule, order, row_of, one, from, to)
                              : sweep_reading(rule, order, row_of, own, from, to);
        };
        std::visit(with, s.rules[0]);
    }

    /// The same for one lane over rows visited once in a row, with all it reads held in registers.
    void sweep_reading(auto& rule, const Visit* order, auto row_of, auto weight_of, Index from,
                       Index to) {
        const R rows = s.rows;
        const T* const w = s.lanes.weights.data();
        [[maybe_unused]] const double* const norm2 = s.setup.norm2->data();
        const Index last = s.examples.size() - 1, near = ahead();
        T bias = s.lanes.bias[0], threshold = s.lanes.threshold[0];
        double visited = s.books.visited, alarm = alarm_;
        for (Index v = from; v < to; ++v) {
            if (v + 2 * near <= last) {
                rows.prefetch_start(row_of(order[v + 2 * near].example()));
                const Index next = row_of(order[v + near].example());
                rows.prefetch(next);
                if constexpr (requires { rule.asks_norm; }) __builtin_prefetch(norm2 + next);
            }
            const Visit visit = order[v];
            const Index row = row_of(visit.example());
            const T score = rows.dot(w, row) + bias;
            const T y = sign_of(visit.marked());
            if (!(y * score > threshold)) [[unlikely]] {
                s.books.visited = visited;
                wake(rule, visit.example(), row, score, y);
                bias = s.lanes.bias[0];
                threshold = s.lanes.threshold[0];
                alarm = alarm_;
            }
            visited += weight_of(visit.example());
            if (visited > alarm) [[unlikely]] {
                s.books.visited = visited;
                count_errors();
                alarm = alarm_;
            }
        }
        s.books.visited = visited;
    }

    /// The same with glances: a row is read only if a short copy does not show it to be right. A
    /// look ahead tells which rows to ask memory for; it holds until the weights change.
    void sweep_glancing(auto& rule, const Visit* order, auto row_of, Index from, Index to) {
        constexpr Index near = 4, far = 16;
        const Index last = s.examples.size() - 1;
        Index version = 0, read = 0, clear_at[near];
        std::fill(clear_at, clear_at + near, -1);
        const auto clear = [&](Index v) {
            return glances_->clear(row_of(order[v].example()), float(sign_of(order[v].marked())));
        };
        for (Index v = from; v < to; ++v) {
            if (v + far <= last) glances_->prefetch(row_of(order[v + far].example()));
            const bool right = clear_at[v % near] == version || clear(v);
            if (v + near <= last) {
                const bool ahead = clear(v + near);
                clear_at[v % near] = ahead ? version : -1;
                if (!ahead) {
                    const Index next = row_of(order[v + near].example());
                    s.rows.prefetch(next);
                    if constexpr (requires { rule.asks_norm; })
                        __builtin_prefetch(s.setup.norm2->data() + next);
                }
            }
            if (!right) {
                ++read;
                const Index e = order[v].example(), row = row_of(e);
                const T score = s.rows.dot(s.lanes.weights.data(), row) + s.lanes.bias[0];
                const T y = sign_of(order[v].marked());
                if (!(y * score > s.lanes.threshold[0]) && wake(rule, e, row, score, y)) {
                    glances_->look(s.lanes);
                    ++version;
                }
            }
            advance(1.0);
        }
        if (!s.setup.glances && 5 * read > to - from + 64) glances_.reset();
    }

    /// Glances are made after the first pass, if it found most rows right and some more follow.
    void consider_glances() {
        if constexpr (kDense) {
            const Index n = s.examples.size();
            if (glances_ || s.lanes.count != 1 || s.setup.joint || !plain() || n == 0) return;
            const Index woken = std::max(s.books.pass_mistakes(0), s.books.pass_updates(0));
            const bool calm = passes_ == 1 && 8 * woken <= n;
            const bool pay = calm && s.setup.max_passes >= 4 && Glances<T>::pay(s.rows);
            if (!s.setup.glances.value_or(pay)) return;
            const double longest = std::sqrt(std::ranges::max(*s.setup.norm2));
            if (!Glances<T>::possible(longest)) return;
            glances_.emplace(s.rows, longest);
            glances_->look(s.lanes);
        }
    }

    /// Without a branch: labels are as good as random, and a wrong guess costs more than a score.
    static T sign_of(bool positive) { return static_cast<T>(2 * int(positive) - 1); }

    template <class Kind>
    void visit_times(Kind kind, Index e, Index row) {
        const double weight = s.weight_of(e);
        bool woke = true;
        for (Index t = s.examples.times_of(e); t > 0; --t) {
            if (woke) woke = visit(kind, e, row);  // a row found right stays right
            advance(weight);
        }
    }

    void advance(double weight) {
        s.books.visited += weight;
        if (s.books.visited > alarm_) [[unlikely]]
            count_errors();
    }

    // ---------------------------------------------------------------- one visit: did a lane wake?

    bool visit(One, Index e, Index row) {
        const T score = s.rows.dot(s.lanes.weights.data(), row) + s.lanes.bias[0];
        const T y = sign_of(s.labels[e] == s.setup.lanes[0].positive);
        if (y * score > s.lanes.threshold[0]) return false;
        return std::visit([&](auto& rule) { return wake(rule, e, row, score, y); }, s.rules[0]);
    }

    bool visit(Many, Index e, Index row) {
        const T label = static_cast<T>(s.labels[e]);
        const Vec<T> one = load(kOnes);
        bool woke = false;
        for (Index first = 0; first < s.lanes.padded;) {
            Vec<T> score[State<R>::kBlocks];
            const Index blocks = s.scores(first, row, score);
            for (Index b = 0; b < blocks; ++b, first += Vector<T>::width) {
                const Vec<T> y = load(s.lanes.positive.data() + first) == label ? one : -one;
                const Vec<T> threshold = load(s.lanes.threshold.data() + first);
                const unsigned bits = not_above<T>(y * score[b], threshold);
                if (bits != 0) woke |= learner_.wake_block(bits, first, e, row, score[b], y);
            }
        }
        if (woke && s.setup.listeners.pocket) set_alarm();
        return woke;
    }

    bool visit(Joint, Index e, Index row) {
        const Rivals<T> rivals = rivals_of(s, e, scratch_);
        if (rivals.margin > s.lanes.threshold[0]) [[likely]]
            return false;
        const bool woke = learner_.wake_joint(e, row, rivals);
        if (woke && s.setup.listeners.pocket) set_alarm();
        return woke;
    }

    bool wake(auto& rule, Index e, Index row, T score, T y) {
        const bool woke = learner_.wake(rule, e, row, score, y);
        if (woke && s.setup.listeners.pocket) set_alarm();
        return woke;
    }

    // ---------------------------------------------------------------- pocket

    void count_error(Index g, double run) {
        Pocket& p = *pockets_[g];
        const double error = overviews_[g].error(sheet_, p.error, [this](Index n) { breathe(n); });
        p.consider(s.lanes, s.groups[g], run, error);
        breathe(64);  // what a count costs at least
    }

    /// The mass at which the next weights outlive their pocket.
    void set_alarm() {
        alarm_ = kInfinity;
        for (Index g = 0; g < s.group_count(); ++g)
            if (!s.books.stopped(g))
                alarm_ = std::min(alarm_, s.books.visited_at(g, pockets_[g]->patience()));
    }

    [[gnu::noinline]] void count_errors() {
        for (Index g = 0; g < s.group_count(); ++g)
            // The very comparison of the alarm: rounded otherwise, a lane would depend on the
            // others.
            if (!s.books.stopped(g) &&
                s.books.visited > s.books.visited_at(g, pockets_[g]->patience()))
                count_error(g, s.books.run(g));
        set_alarm();
    }

    // ---------------------------------------------------------------- the end of a pass

    /// A group that nothing can change any more stops; the passes it is spared are credited.
    void settle(Index g, double pass_mass) {
        if (s.books.stopped(g) || s.books.pass_updates(g) > 0) return;
        const auto left = static_cast<double>(s.setup.max_passes - passes_);
        if (s.visits.complete()) {
            finish(g, s.books.pass_mistakes(g) == 0, (pass_mass - s.books.pass_silent(g)) * left);
        } else if (const auto still = Overview<R>(s, g).standstill()) {
            // Random draws need not meet every row, so all were looked at.
            finish(g, still->separated, mass_of_draws(still->right));
        }
    }

    void finish(Index g, bool separated, double credit) {
        s.books.stop(g, separated ? StopReason::separated : StopReason::no_update, credit);
        for (Index l = 0; l < s.groups[g].count; ++l) s.lanes.silence(s.groups[g].first + l);
        if (!s.setup.listeners.pocket) return;
        // The credited passes may carry the final weights past the pocket's run.
        if (s.books.run(g) > pockets_[g]->patience()) count_error(g, s.books.run(g));
        set_alarm();
    }

    /// What the draws of the passes left would have added.
    double mass_of_draws(const std::vector<char>& right) {
        if (!s.setup.listeners.any()) return 0;  // nobody asks how long the last weights lived
        const bool alike = s.examples.weight.empty() || s.resampled();
        if (alike && std::ranges::all_of(right, [](char r) { return r != 0; }))
            return static_cast<double>(s.examples.size()) *
                   static_cast<double>(s.setup.max_passes - passes_);
        double mass = 0;
        for (Index p = passes_; p < s.setup.max_passes; ++p) {
            breathe(s.examples.size());
            const Visit* order = s.visits.pass(p);
            for (Index v = 0; v < s.examples.size(); ++v)
                if (const Index e = order[v].example(); right[e]) mass += s.weight_of(e);
        }
        return mass;
    }

    static constexpr bool kDense = std::is_same_v<R, DenseRows<T>>;
    static constexpr double kInfinity = std::numeric_limits<double>::infinity();
    static constexpr T kOnes[8] = {1, 1, 1, 1, 1, 1, 1, 1};

    State<R>& s;
    Learner<R> learner_;
    std::vector<T> scratch_;
    std::optional<Glances<T>> glances_;
    std::optional<Sheet<T>> sheet_;
    std::vector<Pocket*> pockets_;  // of each group, if they listen
    std::vector<Overview<R>> overviews_;
    double alarm_ = kInfinity;
    Index passes_ = 0, rows_read_ = 0;
    const Stop* stop_ = nullptr;
};

}  // namespace rosenblatt::ROSENBLATT_ISA
