#pragma once
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <variant>
#include <vector>

#include "compact.hpp"
#include "engine.hpp"
#include "keepers/averaged.hpp"
#include "keepers/longest.hpp"
#include "keepers/pocket.hpp"
#include "keepers/voted.hpp"
#include "lanes.hpp"
#include "order.hpp"
#include "rows/csr.hpp"
#include "rows/dense.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// Those who must hear of changes; the last hypothesis needs no keeper.
using AnyKeeper = std::variant<Longest, Pocket, Averaged, Voted>;

/// Book-keeping of one group. Runs are differences of the mass visited so far, so rows that are
/// right cost nothing: `run = visited - mark`, `mass = visited - silent`.
struct Ledger {
    double mark = 0, silent = 0;
    double pass_silent = 0;
    Index pass_updates = 0, pass_mistakes = 0;
    StopReason reason = StopReason::none;
};

/// What is written once a pass, and at the end.
struct History {
    std::vector<Index> updates = {}, mistakes = {};
    double final_run = 0, final_mass = 0;  // once there is a reason to stop
};

/// The one loop over rows for all learners that look at one row at a time.
template <class R>
class Trainer final : public Engine {
    using T = typename R::Value;
    using Outcome = Move::Outcome;

  public:
    explicit Trainer(const Setup& setup)
        : setup_(setup),
          examples_(*setup.examples),
          rows_(std::get<TableOf<R>>(*setup.table)),
          lanes_(static_cast<Index>(setup.lanes.size()), rows_.dim()),
          constant_(static_cast<T>(setup.constant)),
          visits_(setup.order, setup.seed, examples_.size(), examples_.first_pass,
                  resampled() ? &examples_.weight : nullptr) {
        make_groups();
        for (Index l = 0; l < lanes_.count; ++l) prepare_lane(l);
        labels_ = Compact(examples_.size(), *std::ranges::max_element(examples_.label));
        for (Index e = 0; e < examples_.size(); ++e) labels_.set(e, examples_.label[e]);
        counts_ = Compact(examples_.size() * group_count(), most_visits());
        for (Index g = 0; g < group_count(); ++g) prepare_keepers(g);
    }

    Status run(Index passes, const Stop& stop) override {
        for (Index p = 0; p < passes && !done(); ++p) {
            const Status status = pass(stop);
            if (status != Status::finished) return status;
        }
        return Status::finished;
    }

    bool done() const override {
        for (const Ledger& book : books_)
            if (book.reason == StopReason::none) return passes_ >= setup_.max_passes;
        return true;
    }

    Index group_count() const override { return static_cast<Index>(groups_.size()); }
    Index passes(Index g) const override {
        return static_cast<Index>(histories_[g].updates.size());
    }
    StopReason reason(Index g) const override { return books_[g].reason; }
    const std::vector<Index>& updates(Index g) const override { return histories_[g].updates; }
    const std::vector<Index>& mistakes(Index g) const override { return histories_[g].mistakes; }

    Hypothesis hypothesis(Index g, Keeper keeper) const override {
        if (keeper == Keeper::longest) return finish<Longest>(g);
        if (keeper == Keeper::pocket) return finish<Pocket>(g);
        if (keeper == Keeper::averaged) return finish<Averaged>(g);
        return copy_of(lanes_, groups_[g]);
    }

    std::pair<double, std::vector<Vote>> votes(Index g) const override {
        return find<Voted>(g)->finish(run_of(g));
    }

    Index error_evaluations(Index g) const override {
        const Pocket* pocket = find<Pocket>(g);
        return pocket == nullptr ? 0 : pocket->evaluations;
    }

    Record record(Index l) const override {
        const Index g = setup_.joint ? 0 : l, width = rows_.dim() + 1;
        const auto part = [&](const Hypothesis& all) {
            const auto from = all.begin() + (l - groups_[g].first) * width;
            return std::vector<double>(from, from + width);
        };
        Record out;
        out.weights = part(copy_of(lanes_, groups_[g]));
        out.run = run_of(g);
        out.mass = mass_of(g);
        if (const auto* averaged = find<Averaged>(g)) out.owed = part(averaged->owed);
        if (const auto* longest = find<Longest>(g)) {
            out.best = part(longest->finish(lanes_, groups_[g], out.run, out.mass));
            out.best_run = std::max(longest->best_run, out.run);
        }
        return out;
    }

    void add_counts(Index g, double* per_row, Index step) const override {
        std::vector<double> group_total(examples_.member_start.size());
        for (Index e = 0; e < examples_.size(); ++e) {
            const double count = count_of(e, g);
            if (examples_.group.empty())
                per_row[examples_.row_of(e) * step] += count;
            else
                group_total[examples_.group[e]] += count;
        }
        if (!examples_.group.empty()) share_counts(group_total, per_row, step);
    }

  private:
    bool resampled() const { return setup_.resample && !examples_.weight.empty(); }
    double weight_of(Index e) const { return resampled() ? 1.0 : examples_.weight_of(e); }
    Index position_of(Index e) const { return examples_.row_of(e); }

    // ---------------------------------------------------------------- preparation

    std::int32_t label_of(Index e) const { return labels_[e]; }
    Index count_of(Index e, Index g) const { return counts_[e * group_count() + g]; }

    /// How often one example can be visited at most.
    Index most_visits() const {
        if (!visits_.complete()) return std::numeric_limits<std::int32_t>::max();
        Index times = 1;
        for (const std::uint32_t t : examples_.times) times = std::max<Index>(times, t);
        return times * setup_.max_passes;
    }

    void make_groups() {
        if (setup_.joint)
            groups_ = {{0, lanes_.count}};
        else
            for (Index l = 0; l < lanes_.count; ++l) groups_.push_back({l, 1});
        books_.resize(groups_.size());
        histories_.resize(groups_.size());
        keepers_.resize(groups_.size());
    }

    void prepare_lane(Index l) {
        const Lane& lane = setup_.lanes[l];
        rules_.push_back(lane.rule);
        lanes_.positive[l] = static_cast<T>(lane.positive);
        const Record& start = setup_.start[l];
        if (!start.weights.empty()) lanes_.copy_from(l, start.weights.data());
        set_threshold(l);
        Ledger& book = books_[setup_.joint ? 0 : l];
        book.mark = -start.run;
        book.silent = -start.mass;
    }

    void set_threshold(Index l) {
        lanes_.threshold[l] = std::visit(
            [](const auto& rule) { return static_cast<T>(rule.threshold()); }, rules_[l]);
    }

    void prepare_keepers(Index g) {
        const Group group = groups_[g];
        const auto joined = [&](auto member) {
            Hypothesis all;
            for (Index l = group.first; l < group.first + group.count; ++l) {
                const std::vector<double>& part = setup_.start[l].*member;
                all.insert(all.end(), part.begin(), part.end());
            }
            return all;
        };
        auto& keepers = keepers_[g];
        const Listeners& listeners = setup_.listeners;
        if (listeners.longest) {
            Hypothesis best = joined(&Record::best);
            if (best.empty()) best = copy_of(lanes_, group);
            keepers.push_back(Longest{std::move(best), setup_.start[group.first].best_run});
        }
        if (listeners.averaged) {
            Hypothesis owed = joined(&Record::owed);
            owed.resize(static_cast<std::size_t>(group.count * (lanes_.dim + 1)));
            keepers.push_back(Averaged{std::move(owed)});
        }
        if (listeners.voted) keepers.push_back(Voted{});
        if (listeners.pocket) {
            keepers.push_back(Pocket{});
            find<Pocket>(g)->consider(lanes_, group, 0, error_of(g, kInfinity));
        }
    }

    template <class K>
    K* find(Index g) {
        for (AnyKeeper& keeper : keepers_[g])
            if (K* found = std::get_if<K>(&keeper)) return found;
        return nullptr;
    }

    template <class K>
    const K* find(Index g) const {
        return const_cast<Trainer*>(this)->template find<K>(g);
    }

    template <class K>
    Hypothesis finish(Index g) const {
        return find<K>(g)->finish(lanes_, groups_[g], run_of(g), mass_of(g));
    }

    // ---------------------------------------------------------------- one pass

    Status pass(const Stop& stop) {
        const std::uint32_t* order = visits_.pass(passes_);
        for (Ledger& book : books_)
            book.pass_silent = 0, book.pass_updates = 0, book.pass_mistakes = 0;
        const double before = visited_;
        // About a millisecond of work between two questions whether to stop.
        const Index chunk =
            std::max<Index>(64, (Index(1) << 20) / (rows_.cost() * lanes_.padded + 8));
        for (Index from = 0; from < examples_.size(); from += chunk) {
            sweep(order, from, std::min(from + chunk, examples_.size()));
            if (overflow_) return Status::overflow;
            if (stop()) {
                close_pass();
                return Status::interrupted;
            }
        }
        close_pass();
        for (Index g = 0; g < group_count(); ++g) settle(g, visited_ - before);
        return Status::finished;
    }

    void close_pass() {
        ++passes_;
        for (std::size_t g = 0; g < books_.size(); ++g) {
            if (books_[g].reason != StopReason::none) continue;
            histories_[g].updates.push_back(books_[g].pass_updates);
            histories_[g].mistakes.push_back(books_[g].pass_mistakes);
        }
    }

    void sweep(const std::uint32_t* order, Index from, Index to) {
        if (setup_.joint) return sweep_with<Joint>(order, from, to);
        if (lanes_.count == 1) return sweep_with<One>(order, from, to);
        sweep_with<Many>(order, from, to);
    }

    struct One {};
    struct Many {};
    struct Joint {};

    template <class Kind>
    void sweep_with(const std::uint32_t* order, Index from, Index to) {
        const bool plain = examples_.weight.empty() && examples_.times.empty();
        const auto along = [&](auto at) {
            if constexpr (std::is_same_v<Kind, One>)
                if (plain && examples_.row.empty() && labels_.narrow() != nullptr)
                    return sweep_fast(at, from, to);
            sweep_along<Kind>(at, from, to, plain);
        };
        order == nullptr ? along([](Index v) { return v; })
                         : along([=](Index v) { return Index(order[v]); });
    }

    /// How many rows ahead memory is asked for.
    Index ahead() const {
        return std::clamp<Index>(2048 / (rows_.cost() * Index(sizeof(T)) + 1), 2, 12);
    }

    template <class Kind>
    void sweep_along(auto at, Index from, Index to, bool plain) {
        const Index last = examples_.size() - 1, near = ahead();
        for (Index v = from; v < to; ++v) {
            const Index e = at(v);
            if (v + 2 * near <= last) {
                const Index next = at(v + near);
                rows_.prefetch_start(position_of(at(v + 2 * near)));
                rows_.prefetch(position_of(next));
                labels_.prefetch(next);
                counts_.prefetch(next * group_count());
            }
            if (plain) {
                visit(Kind{}, e, position_of(e));
                advance(1.0);
            } else {
                visit_times(Kind{}, e, position_of(e));
            }
        }
    }

    /// The same for one lane over plain rows, with all it reads held in registers.
    void sweep_fast(auto at, Index from, Index to) {
        const R rows = rows_;
        const T* const w = lanes_.weights.data();
        const Compact::Narrow* const labels = labels_.narrow();
        const T constant = constant_;
        const std::int32_t positive = setup_.lanes[0].positive;
        const Index last = examples_.size() - 1, near = ahead();
        T bias = lanes_.bias[0] * constant, threshold = lanes_.threshold[0];
        double visited = visited_, alarm = alarm_;
        for (Index v = from; v < to; ++v) {
            const Index e = at(v);
            if (v + 2 * near <= last) {
                const Index next = at(v + near);
                rows.prefetch_start(at(v + 2 * near));
                rows.prefetch(next);
                __builtin_prefetch(labels + next);
            }
            const T score = rows.dot(w, e) + bias;
            // Without a branch: labels are as good as random, a wrong guess costs more than a
            // score.
            const T y = static_cast<T>(2 * int(labels[e] == positive) - 1);
            if (!(y * score > threshold)) [[unlikely]] {
                visited_ = visited;
                wake(e, e, score, y);
                bias = lanes_.bias[0] * constant;
                threshold = lanes_.threshold[0];
                alarm = alarm_;
            }
            visited += 1.0;
            if (visited > alarm) [[unlikely]] {
                visited_ = visited;
                count_errors();
                alarm = alarm_;
            }
        }
        visited_ = visited;
    }

    template <class Kind>
    void visit_times(Kind kind, Index e, Index position) {
        const double weight = weight_of(e);
        bool woke = true;
        for (Index t = examples_.times_of(e); t > 0; --t) {
            if (woke) woke = visit(kind, e, position);  // a row found right stays right
            advance(weight);
        }
    }

    void advance(double weight) {
        visited_ += weight;
        if (visited_ > alarm_) [[unlikely]]
            count_errors();
    }

    // ---------------------------------------------------------------- one visit

    bool visit(One, Index e, Index position) {
        const T score = rows_.dot(lanes_.weights.data(), position) + lanes_.bias[0] * constant_;
        // Without a branch: labels are as good as random, and a wrong guess costs more than the
        // score.
        const T y = static_cast<T>(2 * (label_of(e) == setup_.lanes[0].positive) - 1);
        if (y * score > lanes_.threshold[0]) [[likely]]
            return false;
        return wake(e, position, score, y);
    }

    bool visit(Many, Index e, Index position) {
        constexpr Index width = Vector<T>::width;
        const T label = static_cast<T>(label_of(e));
        bool woke = false;
        for (Index b = 0; b < lanes_.padded; b += width) {
            const Vec<T> score = scores(b, position);
            const Vec<T> one = load(kOnes),
                         y = load(lanes_.positive.data() + b) == label ? one : -one;
            const unsigned bits = not_above<T>(y * score, load(lanes_.threshold.data() + b));
            if (bits != 0) woke |= wake_block(bits, b, e, position, score, y);
        }
        return woke;
    }

    bool visit(Joint, Index e, Index position) {
        const Rivals rivals = rivals_of(e, position);
        if (rivals.margin > lanes_.threshold[0]) [[likely]]
            return false;
        return wake_joint(e, position, rivals);
    }

    Vec<T> scores(Index block, Index position) const {
        return rows_.dots(lanes_.weights.data() + block, lanes_.padded, position) +
               load(lanes_.bias.data() + block) * constant_;
    }

    struct Rivals {
        T margin;
        Index right, wrong;
    };

    Rivals rivals_of(Index e, Index position) {
        constexpr Index width = Vector<T>::width;
        joint_scores_.resize(static_cast<std::size_t>(lanes_.padded));
        for (Index b = 0; b < lanes_.padded; b += width)
            store(joint_scores_.data() + b, scores(b, position));
        const Index right = label_of(e);
        Index wrong = right == 0 ? 1 : 0;
        for (Index l = wrong + 1; l < lanes_.count; ++l)
            if (l != right && joint_scores_[l] > joint_scores_[wrong]) wrong = l;
        return {joint_scores_[right] - joint_scores_[wrong], right, wrong};
    }

    // ---------------------------------------------------------------- what a rule decides

    /// True unless the row turned out right after all.
    [[gnu::noinline]] bool wake(Index e, Index position, T score, T y) {
        Step step{0, 0};
        const Outcome outcome = consider(e, position, score, y, step);
        if (outcome == Outcome::update) add_to_lane(step, position);
        return outcome != Outcome::right;
    }

    /// The lanes of a block that woke: all that learn the row take it in one sweep.
    [[gnu::noinline]] bool wake_block(unsigned bits, Index block, Index e, Index position,
                                      Vec<T> score, Vec<T> y) {
        T adds[Vector<T>::width] = {};
        bool woke = false, learned = false;
        for (; bits != 0; bits &= bits - 1) {
            const int k = std::countr_zero(bits);
            Step step{block + k, 0};
            const Outcome outcome = consider(e, position, score[k], y[k], step);
            woke |= outcome != Outcome::right;
            if (outcome != Outcome::update) continue;
            adds[k] = static_cast<T>(step.add);
            learned = true;
        }
        if (learned) {
            const Vec<T> add = load(adds);
            T* bias = lanes_.bias.data() + block;
            rows_.add_block(lanes_.lane(block), lanes_.padded, position, add);
            store(bias, load(bias) + add * constant_);
        }
        return woke;
    }

    [[gnu::noinline]] bool wake_joint(Index e, Index position, const Rivals& rivals) {
        if (books_[0].reason != StopReason::none) return false;
        const Move move =
            decide(rules_[0], example(0, e, static_cast<double>(rivals.margin), 2.0, 1));
        const Step steps[] = {{rivals.right, move.add}, {rivals.wrong, -move.add}};
        note(0, e, position, move, steps, 2);
        if (move.outcome == Outcome::update)
            for (const Step& step : steps) add_to_lane(step, position);
        return move.outcome != Outcome::right;
    }

    /// What becomes of one lane (a group of its own) at one row; `step` names it and learns how
    /// far.
    Outcome consider(Index e, Index position, T score, T y, Step& step) {
        const Index l = step.lane;
        if (books_[l].reason != StopReason::none) return Outcome::right;
        const double margin = static_cast<double>(y * score);
        const Move move = decide(rules_[l], example(l, e, margin, 1.0, y > 0 ? 1 : -1));
        step.add = static_cast<double>(y) * move.add;
        note(l, e, position, move, &step, 1);
        return move.outcome;
    }

    void add_to_lane(const Step& step, Index position) {
        const T add = static_cast<T>(step.add);
        rows_.add(lanes_.lane(step.lane), lanes_.padded, position, add);
        lanes_.bias[step.lane] += add * constant_;
    }

    Example example(Index g, Index e, double margin, double vectors, int y) {
        Ledger& book = books_[g];
        book.pass_mistakes += !(margin > 0);
        overflow_ |= !std::isfinite(margin);
        return peek(g, e, margin, vectors, y);
    }

    Example peek(Index g, Index e, double margin, double vectors, int y) const {
        // A row visited k times in a row stands for k copies: together they have k times the bound.
        const Index count =
            examples_.times.empty() ? count_of(e, g) : count_of(e, g) / examples_.times_of(e);
        const double* norm2 = setup_.norm2->data() + examples_.row_of(e);
        return {margin, weight_of(e), count, y, norm2, vectors, setup_.constant * setup_.constant};
    }

    static Move decide(AnyRule& rule, const Example& example) {
        return std::visit([&](auto& r) { return r.move(example); }, rule);
    }

    /// Books and keepers hear of a move just before the weights change.
    void note(Index g, Index e, Index position, const Move& move, const Step* steps, Index count) {
        if (move.outcome == Outcome::right) return;
        const double weight = weight_of(e);
        Ledger& book = books_[g];
        if (move.outcome == Outcome::suppressed) {
            book.mark += weight;
            book.silent += weight;
            book.pass_silent += weight;
        } else {
            if (!keepers_[g].empty()) tell(g, e, position, move.keep, steps, count);
            if (move.keep != 1) scale(groups_[g], move.keep);
            set_threshold(groups_[g].first);
            book.mark = visited_ + weight;
            ++book.pass_updates;
            counts_.increment(e * group_count() + g);
        }
        if (setup_.listeners.pocket) set_alarm();
    }

    void tell(Index g, Index e, Index position, double keep, const Step* steps, Index count) {
        const Change<R> change{rows_, lanes_, groups_[g], position,   examples_.row_of(e), keep,
                               steps, count,  run_of(g),  mass_of(g), setup_.constant};
        for (AnyKeeper& keeper : keepers_[g])
            std::visit([&](auto& k) { k.update(change); }, keeper);
    }

    void scale(Group group, double keep) {
        for (Index l = 0; l < group.count; ++l) lanes_.scale(group.first + l, keep);
    }

    // ---------------------------------------------------------------- pocket

    void set_alarm() {
        alarm_ = kInfinity;
        for (Index g = 0; g < group_count(); ++g)
            if (books_[g].reason == StopReason::none)
                alarm_ = std::min(alarm_, books_[g].mark + find<Pocket>(g)->patience());
    }

    [[gnu::noinline]] void count_errors() {
        for (Index g = 0; g < group_count(); ++g) {
            Pocket& pocket = *find<Pocket>(g);
            const double run = run_of(g);
            if (books_[g].reason == StopReason::none && run > pocket.patience())
                pocket.consider(lanes_, groups_[g], run, error_of(g, pocket.error));
        }
        set_alarm();
    }

    /// Weight of the examples that are not strictly right; stops counting at `enough`.
    double error_of(Index g, double enough) {
        double error = 0;
        const Scorer scorer(*this, g);
        for (Index e = 0; e < examples_.size() && error < enough; ++e)
            if (!(scorer.margin(e) > 0))
                error += examples_.weight_of(e) * static_cast<double>(examples_.times_of(e));
        return error;
    }

    /// Margins of one group outside the passes; one lane is read as if it were alone.
    struct Scorer {
        Trainer& trainer;
        Index group;
        std::vector<T> weights;

        Scorer(Trainer& t, Index g) : trainer(t), group(g) {
            if (t.setup_.joint) return;
            weights.resize(static_cast<std::size_t>(round_up(t.lanes_.dim + 1, kSums) + kSums));
            t.lanes_.copy_to(g, weights.data());
            bias = weights[t.lanes_.dim];
            std::fill(weights.begin() + t.lanes_.dim, weights.end(), T(0));
        }

        T margin(Index e) const {
            const Index position = trainer.position_of(e);
            if (trainer.setup_.joint) return trainer.rivals_of(e, position).margin;
            const T score = trainer.rows_.dot(weights.data(), position) + bias * trainer.constant_;
            return y(e) > 0 ? score : -score;
        }

        int y(Index e) const {
            const T label = static_cast<T>(trainer.label_of(e));
            return trainer.setup_.joint || label == trainer.lanes_.positive[group] ? 1 : -1;
        }

        T bias = 0;
    };

    // ---------------------------------------------------------------- the end of a pass

    /// A group that nothing can change any more stops; the passes it is spared are credited.
    void settle(Index g, double pass_mass) {
        Ledger& book = books_[g];
        if (book.reason != StopReason::none || book.pass_updates > 0) return;
        double credit = 0;
        bool separated = book.pass_mistakes == 0;
        if (visits_.complete()) {
            credit =
                (pass_mass - book.pass_silent) * static_cast<double>(setup_.max_passes - passes_);
        } else {
            const std::optional<Standstill> still = standstill(g);
            if (!still) return;
            separated = still->separated;
            credit = still->credit;
        }
        histories_[g].final_run = run_of(g) + credit;
        histories_[g].final_mass = mass_of(g) + credit;
        book.reason = separated ? StopReason::separated : StopReason::no_update;
        for (Index l = 0; l < groups_[g].count; ++l) lanes_.silence(groups_[g].first + l);
        if (!setup_.listeners.pocket) return;
        // The credited passes may carry the final weights past the pocket's run.
        Pocket& pocket = *find<Pocket>(g);
        if (run_of(g) > pocket.patience())
            pocket.consider(lanes_, groups_[g], run_of(g), error_of(g, pocket.error));
        set_alarm();
    }

    struct Standstill {
        bool separated;
        double credit;
    };

    /// Random draws need not meet every row: look at all of them before stopping.
    std::optional<Standstill> standstill(Index g) {
        const Scorer scorer(*this, g);
        std::vector<char> right(static_cast<std::size_t>(examples_.size()), 1);
        Standstill out{true, 0};
        for (Index e = 0; e < examples_.size(); ++e) {
            const double margin = static_cast<double>(scorer.margin(e));
            out.separated &= margin > 0;
            AnyRule rule = rules_[groups_[g].first];
            const Move move =
                decide(rule, peek(g, e, margin, setup_.joint ? 2.0 : 1.0, scorer.y(e)));
            if (move.outcome == Outcome::update) return std::nullopt;
            right[e] = move.outcome == Outcome::right;
        }
        for (Index p = passes_; p < setup_.max_passes; ++p) {
            const std::uint32_t* order = visits_.pass(p);
            for (Index v = 0; v < examples_.size(); ++v)
                if (right[order[v]]) out.credit += weight_of(order[v]);
        }
        return out;
    }

    double run_of(Index g) const {
        const Ledger& book = books_[g];
        return book.reason == StopReason::none ? visited_ - book.mark : histories_[g].final_run;
    }
    double mass_of(Index g) const {
        const Ledger& book = books_[g];
        return book.reason == StopReason::none ? visited_ - book.silent : histories_[g].final_mass;
    }

    /// Equal rows were merged: each gets its share of the count, earlier rows the odd ones.
    void share_counts(const std::vector<double>& group_total, double* per_row, Index step) const {
        for (std::size_t k = 0; k + 1 < examples_.member_start.size(); ++k) {
            const Index first = examples_.member_start[k], last = examples_.member_start[k + 1];
            std::vector<std::uint32_t> members(examples_.member.begin() + first,
                                               examples_.member.begin() + last);
            std::sort(members.begin(), members.end());
            const Index total = static_cast<Index>(group_total[k]), size = last - first;
            for (Index m = 0; m < size; ++m)
                per_row[members[m] * step] +=
                    static_cast<double>(total / size + (m < total % size));
        }
    }

    static constexpr double kInfinity = std::numeric_limits<double>::infinity();
    static constexpr T kOnes[8] = {1, 1, 1, 1, 1, 1, 1, 1};

    const Setup setup_;
    const Examples& examples_;
    R rows_;
    Lanes<T> lanes_;
    T constant_;
    Visits visits_;
    std::vector<AnyRule> rules_;
    std::vector<Group> groups_;
    std::vector<Ledger> books_;
    std::vector<History> histories_;
    std::vector<std::vector<AnyKeeper>> keepers_;
    Compact labels_, counts_;
    std::vector<T> joint_scores_;
    double visited_ = 0, alarm_ = kInfinity;
    Index passes_ = 0;
    bool overflow_ = false;
};

}  // namespace rosenblatt::ROSENBLATT_ISA
