#pragma once
#include <cstdint>
#include <vector>

#include "base/index.hpp"

namespace rosenblatt {

/// What one pass visits. Example e is row `row[e]` with class `label[e]`; empty vectors mean the
/// row of the same number, weight 1, one visit. Members of example group g (rows merged because
/// they are equal) are `member[member_start[g]] ...`; without merging there are no groups.
struct Examples {
    std::vector<std::uint32_t> first_pass;  ///< what later passes permute; empty: 0, 1, 2, ...
    std::vector<std::uint32_t> row;
    std::vector<std::int32_t> label;
    std::vector<double> weight;        ///< of each visit
    std::vector<std::uint32_t> times;  ///< visits in a row
    std::vector<std::uint32_t> group;  ///< example -> group of merged rows
    std::vector<std::uint32_t> member;
    std::vector<Index> member_start;
    double mean_squared_norm = 0;
    Index contradictions = 0;  ///< rows equal to another in all but the label (content order only)

    Index size() const { return static_cast<Index>(label.size()); }
    Index row_of(Index e) const { return row.empty() ? e : Index(row[e]); }
    double weight_of(Index e) const { return weight.empty() ? 1.0 : weight[e]; }
    Index times_of(Index e) const { return times.empty() ? 1 : Index(times[e]); }
    double cost_of(Index e) const { return weight_of(e) * static_cast<double>(times_of(e)); }

    void reserve(std::size_t visits) {
        row.reserve(visits), label.reserve(visits), weight.reserve(visits);
        times.reserve(visits), group.reserve(visits);
    }

    double mass() const {
        if (weight.empty() && times.empty()) return static_cast<double>(size());
        double sum = 0;
        for (Index e = 0; e < size(); ++e) sum += cost_of(e);
        return sum;
    }
};

/// The rows a fit is about: labels are class codes 0, 1, ...; rows of weight 0 do not exist.
struct Selection {
    const std::int32_t* labels;  ///< one per row of the table
    const double* weights;       ///< one per row of the table, or null: all 1
    const std::int64_t* subset;  ///< the rows that take part, or null: all
    Index subset_size;
    const double* norm2;  ///< one per row of the table
    double largest;       ///< largest absolute value in the table
};

}  // namespace rosenblatt
