#pragma once
#include <algorithm>
#include <limits>
#include <optional>
#include <vector>

#include "online/survival.hpp"
#include "base/compact.hpp"
#include "online/engine.hpp"
#include "keepers/keepers.hpp"
#include "online/lanes.hpp"
#include "visits/order.hpp"
#include "rows/csr.hpp"
#include "rows/dense.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// What a rule has learned beside the weights: one number, `memory`, if it has any.
inline std::optional<double> memory_of(const AnyRule& rule) {
    return std::visit(
        [](const auto& r) -> std::optional<double> {
            if constexpr (requires { r.memory; })
                return r.memory;
            else
                return std::nullopt;
        },
        rule);
}

inline void remember(AnyRule& rule, double memory) {
    std::visit(
        [memory](auto& r) {
            if constexpr (requires { r.memory; }) r.memory = memory;
        },
        rule);
}

/// All that a training run reads and writes.
template <class R>
struct State {
    using T = typename R::Value;

    const Setup setup;
    const Examples& examples;
    Visits visits;
    R rows;
    Lanes<T> lanes;
    T constant2;  ///< what an intercept moves for each unit of step
    std::vector<AnyRule> rules;
    std::vector<Group> groups;
    Books books;
    std::vector<Panel> panels;
    Compact labels;
    Tally counts;
    bool overflow = false;

    explicit State(const Setup& given)
        : setup(given),
          examples(*given.examples),
          visits(given.order, given.seed, examples.size(), examples.first_pass,
                 resampled() ? &examples.weight : nullptr, marks()),
          rows(std::get<TableOf<R>>(*given.table)),
          lanes(static_cast<Index>(given.lanes.size()), rows.dim()),
          constant2(static_cast<T>(given.constant2)),
          labels(examples.size(),
                 examples.size() > 0 ? *std::ranges::max_element(examples.label) : 0) {
        for (Index e = 0; e < examples.size(); ++e) labels.set(e, examples.label[e]);
        make_groups();
        for (Index l = 0; l < lanes.count; ++l) prepare_lane(l);
        for (const Group group : groups)
            panels.emplace_back(lanes, group, setup.listeners, &setup.start[group.first]);
        counts = Tally(examples.size() * group_count(), most_visits());
    }

    Index group_count() const { return static_cast<Index>(groups.size()); }
    bool resampled() const { return setup.resample && !examples.weight.empty(); }
    double weight_of(Index e) const { return resampled() ? 1.0 : examples.weight_of(e); }
    Index count_of(Index e, Index g) const { return counts[e * group_count() + g]; }

    void set_threshold(Index l) {
        lanes.threshold[l] =
            std::visit([](const auto& rule) { return static_cast<T>(rule.threshold()); }, rules[l]);
    }

    static constexpr Index kBlocks = 4;  ///< lanes are scored so many blocks at a time

    /// Scores of the lanes from `first` on, at most kBlocks blocks; tells how many blocks.
    Index scores(Index first, Index row, Vec<T>* out) const {
        const Index blocks = std::min((lanes.padded - first) / Vector<T>::width, kBlocks);
        const T* w = lanes.weights.data() + first;
        blocks == 1   ? rows.template dots<1>(w, lanes.padded, row, out)
        : blocks == 2 ? rows.template dots<2>(w, lanes.padded, row, out)
        : blocks == 3 ? rows.template dots<3>(w, lanes.padded, row, out)
                      : rows.template dots<4>(w, lanes.padded, row, out);
        for (Index b = 0; b < blocks; ++b)
            out[b] += load(lanes.bias.data() + first + b * Vector<T>::width);
        return blocks;
    }

    /// Example e as its rule sees it; `vectors` weight vectors change if it is learned.
    Example example(Index g, Index e, double margin, double vectors, int y) const {
        // A row visited k times in a row stands for k copies: together they have k times the bound.
        const Index copies = examples.times_of(e);
        const double* norm2 = setup.norm2->data() + examples.row_of(e);
        const auto ask = [](const void* state, Index group) {
            return static_cast<const State*>(state)->weights2(group);
        };
        return {margin, weight_of(e), y,       &counts,         e * group_count() + g,
                copies, norm2,        vectors, setup.constant2, books.mass(g),
                ask,    this,         g};
    }

    /// Squared norm of a group's weights; an intercept is the constant feature's weight times it.
    double weights2(Index g) const {
        double sum = 0;
        for (Index l = groups[g].first; l < groups[g].first + groups[g].count; ++l) {
            for (Index j = 0; j < lanes.dim; ++j) {
                const auto w = static_cast<double>(lanes.weights[j * lanes.padded + l]);
                sum += w * w;
            }
            const auto bias = static_cast<double>(lanes.bias[l]);
            if (setup.constant2 > 0) sum += bias * bias / setup.constant2;
        }
        return sum;
    }

  private:
    /// A single lane asks of every row whether it is positive.
    Marks marks() const {
        return setup.lanes.size() == 1 && !setup.joint
                   ? Marks{examples.label.data(), setup.lanes[0].positive}
                   : Marks{};
    }

    void make_groups() {
        if (setup.joint)
            groups = {{0, lanes.count}};
        else
            for (Index l = 0; l < lanes.count; ++l) groups.push_back({l, 1});
        books.open(group_count());
    }

    void prepare_lane(Index l) {
        const Record& start = setup.start[l];
        rules.push_back(setup.lanes[l].rule);
        if (start.memory) remember(rules[l], *start.memory);
        lanes.positive[l] = static_cast<T>(setup.lanes[l].positive);
        if (!start.weights.empty()) lanes.copy_from(l, start.weights.data());
        set_threshold(l);
        books.resume(setup.joint ? 0 : l, start.run, start.mass);
    }

    /// How often one example can be visited at most.
    Index most_visits() const {
        if (!visits.complete()) return std::numeric_limits<std::int32_t>::max();
        Index times = 1;
        for (const std::uint32_t t : examples.times) times = std::max<Index>(times, t);
        return times * setup.max_passes;
    }
};

/// The right class of an example and the best of the wrong ones.
template <class T>
struct Rivals {
    T margin;
    Index right, wrong;
};

template <class R, class T = typename R::Value>
Rivals<T> rivals_of(const State<R>& s, Index e, std::vector<T>& scores) {
    scores.resize(static_cast<std::size_t>(s.lanes.padded));
    for (Index first = 0; first < s.lanes.padded;) {
        Vec<T> found[State<R>::kBlocks];
        const Index blocks = s.scores(first, s.examples.row_of(e), found);
        for (Index b = 0; b < blocks; ++b, first += Vector<T>::width)
            store(scores.data() + first, found[b]);
    }
    const Index right = s.labels[e];
    Index wrong = right == 0 ? 1 : 0;
    for (Index l = wrong + 1; l < s.lanes.count; ++l)
        if (l != right && scores[l] > scores[wrong]) wrong = l;
    return {scores[right] - scores[wrong], right, wrong};
}

inline Move decide(AnyRule& rule, const Example& example) {
    return std::visit([&](auto& r) { return r.move(example); }, rule);
}

}  // namespace rosenblatt::ROSENBLATT_ISA
