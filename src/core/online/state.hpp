#pragma once
#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <vector>

#include "online/lanes.hpp"
#include "online/run_state.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// Compiled here for the instruction set: it takes a tenth of a short fit otherwise.
inline Compact compact(const std::vector<std::int32_t>& values) {
    std::int32_t largest = 0;
    for (const std::int32_t value : values) largest = std::max(largest, value);
    Compact out(static_cast<Index>(values.size()), largest);
    out.assign(values.data(), static_cast<Index>(values.size()));
    return out;
}

/// All that a training run reads and writes.
template <Rows R>
struct State final : RunState, Weights {
    using T = typename R::Value;
    using Table = typename R::Table;

    R rows;
    Lanes<T> lanes;
    std::vector<T> in_order;  ///< lanes that add up in the order of dense rows; empty: see `rows`
    T constant2;              ///< what an intercept moves for each unit of step
    /// Counts the errors of a group; set by whoever can (see Weights::error).
    std::function<std::optional<double>(Index group, double enough)> count_error;

    explicit State(const Setup& given) : State(given, R(source_of<Table>(given))) {}
    State(const State&) = delete;
    State& operator=(const State&) = delete;

    View view(Index g) const {
        // Keepers read through it; only an error count works on memory of its own.
        auto& self = const_cast<State&>(*this);
        return {self, g, lanes_of(g), survival.run(g), survival.mass(g)};
    }

    static constexpr Index kBlocks = 4;  ///< lanes are scored so many vectors at a time

    /// Scores of the lanes from `first` on, at most kBlocks vectors; tells how many vectors.
    Index scores(const R& read, Index first, Index row, Vec<T>* out) const {
        const Index blocks = std::min((lanes.padded - first) / Vector<T>::width, kBlocks);
        products(read, blocks, first, row, out);
        if constexpr (requires(R r) { r.add_in_order(); })
            if (!in_order.empty()) [[unlikely]]
                replace_some(read, blocks, first, row, out);
        for (Index b = 0; b < blocks; ++b)
            out[b] += load(lanes.bias.data() + first + b * Vector<T>::width);
        return blocks;
    }

    /// Rows as a group of one lane reads them.
    R rows_of(Index g) const {
        R own = rows;
        if constexpr (requires { own.add_in_order(); })
            if (weights_round(g)) own.add_in_order();
        return own;
    }

    /// Scores of all lanes, side by side; `read` are the rows, or the same rows read aside.
    void all_scores(const R& read, Index row, std::vector<T>& out) const {
        out.resize(static_cast<std::size_t>(lanes.padded));
        if (lanes.count == 1) {
            out[0] = read.dot(lanes.weights.data(), row) + lanes.bias[0];
            return;
        }
        for (Index first = 0; first < lanes.padded;) {
            Vec<T> found[kBlocks];
            const Index blocks = scores(read, first, row, found);
            for (Index b = 0; b < blocks; ++b, first += Vector<T>::width)
                store(out.data() + first, found[b]);
        }
    }

    /// What a group sees of example e, given the scores of all lanes.
    GroupScores<T> group_scores(Index g, Index e, const T* scores) const {
        const Index first = g * setup.group_lanes;
        return {scores + first, lanes.positive.data() + first, setup.group_lanes,
                static_cast<T>(labels[e])};
    }

    /// Example e as its rule sees it; `vectors` is the squared length of a unit step over all
    /// lanes.
    Example example(Index g, Index e, double margin, double vectors, int y) const {
        return {.margin = margin,
                .weight = weight_of(e),
                .y = y,
                .source = &source_,
                .row = examples.row_of(e),
                .example = e,
                .group = g,
                .vectors = vectors};
    }

    /// Weights from here on are 0.
    Index used() const {
        if constexpr (requires { rows.used(); })
            return rows.used();
        else
            return lanes.dim;
    }

    // ---------------------------------------------------------------- what keepers ask

    Index width() const override { return lanes.dim + 1; }
    Hypothesis copy(LaneRange range) const override { return lanes.copy(range); }

    void add_lane(Index l, double factor, double* out) const override {
        const T* w = lanes.lane(l);
        for (Index j = 0; j < used(); ++j)
            out[j] += factor * static_cast<double>(w[j * lanes.padded]);
        out[lanes.dim] += factor * static_cast<double>(lanes.bias[l]);
    }
    void add_row(Index row, double factor, double* out) const override {
        rows.add(out, 1, row, factor);
        out[lanes.dim] += factor * setup.constant2;
    }
    std::optional<double> error(Index group, double enough) override {
        return count_error(group, enough);
    }

  private:
    State(const Setup& given, const R& read)
        : RunState(given, read.cost(), compact(given.examples->label)),
          rows(read),
          lanes(lane_count(), rows.dim()),
          constant2(static_cast<T>(given.constant2)),
          source_{given.norm2->data(),
                  given.constant2,
                  64.0 * std::numeric_limits<T>::epsilon(),
                  rows.dim(),
                  this,
                  ask_count,
                  ask_mass,
                  ask_weights2,
                  ask_values,
                  ask_copy,
                  ask_support,
                  &symmetric_kernels} {
        if constexpr (requires(R r) { r.add_in_order(); }) choose_order();
        for (Index l = 0; l < lanes.count; ++l) start_lane(l);
        for (Index g = 0; g < groups; ++g) {
            const Index first = lanes_of(g).first;
            lanes.threshold[first] = static_cast<T>(threshold_of(rules[g]));
            keepers.emplace_back(setup.keepers, view(g), &setup.start[first]);
        }
        if constexpr (requires { rows.step2(0, 0.0); })
            if (std::ranges::any_of(rules, asks_weights2)) start_weights2();
    }

    /// Squared norms of starting weights that are coefficients of rows 0, 1, ...
    void start_weights2() {
        const R read = rows.aside();
        const Index width = round_up(lanes.dim + 1, kSums) + kSums, size = read.block_size();
        AlignedVector<T> own(static_cast<std::size_t>(lanes.count * width));
        for (Index l = 0; l < lanes.count; ++l) {
            lanes.copy_to(l, own.data() + l * width);
            own[l * width + lanes.dim] = 0;  // the bias
        }
        for (Index from = 0; from < used(); from += size) {
            const Index to = std::min(from + size, used());
            read.have_ready({rows.support().data() + from, static_cast<std::size_t>(to - from)});
            for (Index l = 0; l < lanes.count; ++l)
                for (Index row = from; row < to; ++row)
                    lanes.weights2[l] += static_cast<double>(own[l * width + row]) *
                                         static_cast<double>(read.dot(own.data() + l * width, row));
        }
    }

    void products(const R& read, Index blocks, Index first, Index row, Vec<T>* out) const {
        const T* w = lanes.weights.data() + first;
        blocks == 1   ? read.template dots<1>(w, lanes.padded, row, out)
        : blocks == 2 ? read.template dots<2>(w, lanes.padded, row, out)
        : blocks == 3 ? read.template dots<3>(w, lanes.padded, row, out)
                      : read.template dots<4>(w, lanes.padded, row, out);
    }

    /// Rows add up in the order of dense ones for all groups, for none, or for some lanes alone.
    void choose_order() {
        Index rounding = 0;
        for (Index g = 0; g < groups; ++g) rounding += weights_round(g);
        if (rounding == groups) return rows.add_in_order();
        if (rounding == 0) return;
        in_order.assign(static_cast<std::size_t>(lanes.padded), T(0));
        for (Index l = 0; l < lanes.count; ++l)
            in_order[l] = weights_round(l / setup.group_lanes) ? T(1) : T(0);
    }

    [[gnu::noinline]] void replace_some(R read, Index blocks, Index first, Index row,
                                        Vec<T>* out) const {
        Vec<T> found[kBlocks];
        read.add_in_order();
        products(read, blocks, first, row, found);
        for (Index b = 0; b < blocks; ++b)
            out[b] = load(in_order.data() + first + b * Vector<T>::width) > 0 ? found[b] : out[b];
    }

    void start_lane(Index l) {
        const Record& start = setup.start[l];
        lanes.positive[l] = static_cast<T>(setup.lanes[l].positive);
        if (!start.weights.empty()) lanes.copy_from(l, start.weights.data());
    }

    /// A row visited k times in a row stands for k copies, which share k times the bound.
    static Index ask_count(const void* state, Index e, Index g) {
        const State& s = *static_cast<const State*>(state);
        return s.counts[e * s.groups + g] / s.examples.times_of(e);
    }
    static double ask_mass(const void* state, Index g) {
        return static_cast<const State*>(state)->survival.mass(g);
    }

    /// Squared norm of a group's weights; an intercept is the constant feature's weight times it.
    static double ask_weights2(const void* state, Index g) {
        const State& s = *static_cast<const State*>(state);
        const LaneRange range = s.lanes_of(g);
        double sum = 0;
        for (Index l = range.first; l < range.first + range.count; ++l) {
            if constexpr (requires { s.rows.step2(l, sum); })
                sum += s.lanes.weights2[l];
            else
                sum = s.rows.weights2(s.lanes.lane(l), s.lanes.padded, sum);
            const auto bias = static_cast<double>(s.lanes.bias[l]);
            if (s.setup.constant2 > 0) sum += bias * bias / s.setup.constant2;
        }
        return sum;
    }

    static void ask_values(const void* state, Index row, void* to,
                           void (*take)(void*, Index, double)) {
        if constexpr (Values<R>)
            static_cast<const State*>(state)->rows.each(
                row, [=](Index j, T x) { take(to, j, static_cast<double>(x)); });
        else
            static_cast<const State*>(state)->rows.each_product(
                row, [=](Index slot, T x) { take(to, slot, static_cast<double>(x)); });
    }

    static void ask_copy(const void* state, Index row, double* out) {
        if constexpr (Values<R>)
            static_cast<const State*>(state)->rows.each(
                row, [=](Index j, T x) { out[j] = static_cast<double>(x); });
    }

    static Index ask_support(const void* state, Index row) {
        if constexpr (requires(const State& s) { s.rows.enter(row); })
            return static_cast<const State*>(state)->rows.enter(row);
        else
            return -1;
    }

    const Example::Source source_;
};

}  // namespace rosenblatt::ROSENBLATT_ISA
