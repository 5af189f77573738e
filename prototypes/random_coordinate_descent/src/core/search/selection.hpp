#pragma once

#include <algorithm>
#include <functional>
#include <numeric>
#include <span>

#include "quantise.hpp"
#include "views.hpp"

namespace rosenblatt::search {

/// The rows one problem is about: which rows of the view, their labels (+1, -1) and weights.
struct Selection {
    std::vector<Index> rows;
    std::vector<std::int8_t> labels;
    std::vector<std::uint32_t> weights;  // empty: each row weighs 1
    double scale = 1;                    // units of `weights` per unit of the caller's weight

    Index size() const { return static_cast<Index>(rows.size()); }

    /// Rows that all weigh 1 need no list of weights, and the kernels are faster without one.
    void drop_unit_weights() {
        if (std::all_of(weights.begin(), weights.end(), [](auto w) { return w == 1; }))
            weights.clear();
    }
};

/// The rows of positive weight, in the order given. `labels` and `weights` run over the rows of
/// the view, `subset` (or all rows, if empty) names those that take part, with repetition if a row
/// is to count more than once.
inline Selection select(Index n, std::span<const Index> subset, std::span<const std::int8_t> labels,
                        std::span<const double> weights) {
    Selection s;
    s.rows.assign(subset.begin(), subset.end());
    if (subset.empty()) s.rows.resize(n), std::iota(s.rows.begin(), s.rows.end(), Index{0});
    if (!weights.empty()) {
        std::vector<double> chosen;
        for (const Index i : s.rows) chosen.push_back(weights[i]);
        Quantised q = quantise(chosen);
        s.scale = q.scale;
        Index kept = 0;
        for (Index k = 0; k < s.size(); ++k)
            if (q.units[k] > 0) s.rows[kept] = s.rows[k], q.units[kept++] = q.units[k];
        s.rows.resize(kept), q.units.resize(kept);
        s.weights = std::move(q.units);
        s.drop_unit_weights();
    }
    for (const Index i : s.rows) s.labels.push_back(labels[i]);
    return s;
}

template <class View>
bool content_less(const View& rows, Index a, Index b) {
    std::vector<std::pair<Index, double>> x, y;
    const auto into = [](auto& list) {
        return [&list](Index j, auto v) {
            if (v != 0) list.emplace_back(j, static_cast<double>(v));
        };
    };
    rows.for_each(a, into(x)), rows.for_each(b, into(y));
    return x < y;
}

/// Compares selected rows by content hash first, then by label and content.
template <class View>
class ContentOrder {
public:
    ContentOrder(const View& view, const Selection& s) : view_(view), s_(s), key_(s.rows.size()) {
        for (std::size_t k = 0; k < key_.size(); ++k)
            key_[k] =
                mix(content_hash(view, s.rows[k]) + static_cast<std::uint64_t>(s.labels[k] + 1));
    }

    bool operator()(Index a, Index b) const {
        if (key_[a] != key_[b]) return key_[a] < key_[b];
        if (s_.labels[a] != s_.labels[b]) return s_.labels[a] < s_.labels[b];
        return s_.rows[a] != s_.rows[b] && content_less(view_, s_.rows[a], s_.rows[b]);
    }

private:
    const View& view_;
    const Selection& s_;
    std::vector<std::uint64_t> key_;
};

/// Brings the selection into an order that depends on what the rows hold alone, equal rows of
/// equal label merged: whatever is computed from it is the same for shuffled or repeated rows.
template <class View>
Selection canonical(const View& view, const Selection& s) {
    const ContentOrder less(view, s);
    std::vector<Index> order(s.rows.size());
    std::iota(order.begin(), order.end(), Index{0});
    std::sort(order.begin(), order.end(), std::cref(less));
    Selection c;
    c.scale = s.scale;
    for (std::size_t p = 0; p < order.size(); ++p) {
        const Index k = order[p];
        const bool repeated = p > 0 && !less(order[p - 1], k);
        if (!repeated)
            c.rows.push_back(s.rows[k]), c.labels.push_back(s.labels[k]), c.weights.push_back(0);
        c.weights.back() += s.weights.empty() ? 1 : s.weights[k];
    }
    c.drop_unit_weights();
    return c;
}

}  // namespace rosenblatt::search
