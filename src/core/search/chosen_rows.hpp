#pragma once

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

#include "base/index.hpp"
#include "search/quantise.hpp"

namespace rosenblatt::search {

/// The rows one problem is about: which rows of the table, their labels (+1, -1) and weights.
struct ChosenRows {
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
/// the table, `subset` (or all rows, if empty) names those that take part, with repetition if a row
/// is to count more than once.
inline ChosenRows choose_rows(Index n, std::span<const Index> subset,
                              std::span<const std::int8_t> labels,
                              std::span<const double> weights) {
    ChosenRows s;
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

}  // namespace rosenblatt::search
