#pragma once
#include <vector>

#include "base/sums.hpp"
#include "choices.hpp"
#include "rows/inspection.hpp"
#include "visits/examples.hpp"

namespace rosenblatt {

inline Index count_nonzeros(const Table auto& table, Index i) {
    Index count = 0;
    table.each(i, [&](Index, auto x) { count += x != 0; });
    return count;
}

/// Calls `take` with a function that counts the values of a row that are not 0.
void with_counts(const Table auto& table, const Inspection& found, auto take) {
    if constexpr (requires { table.stored(0, 0); })
        if (table.stored(0, table.size) == found.nonzeros)
            return take([&](Index i) { return table.stored(i, i + 1); });
    take([&](Index i) { return count_nonzeros(table, i); });
}

/// How many values of the examples are not 0, each counted with the weight of its row; the same in
/// any order of the rows.
inline double weighted_nonzeros(const AnyTable& any, const Inspection& found,
                                const Examples& examples) {
    if (examples.row.empty() && examples.weight.empty() && examples.times.empty())
        return static_cast<double>(found.nonzeros);
    std::vector<double> counts(static_cast<std::size_t>(examples.size()));
    std::visit(
        [&](const auto& table) {
            with_counts(table, found, [&](auto count) {
                for (Index e = 0; e < examples.size(); ++e)
                    counts[e] =
                        examples.cost_of(e) * static_cast<double>(count(examples.row_of(e)));
            });
        },
        any);
    return order_free_sum(examples.size(), [&](Index e) { return counts[e]; });
}

/// Mean square of the values that are not 0, weighted as the examples are; 0 if there are none.
inline double mean_squared_value(const AnyTable& table, const Inspection& found,
                                 const Examples& examples) {
    const double nonzeros = weighted_nonzeros(table, found, examples);
    return nonzeros > 0 ? examples.mean_squared_norm * examples.mass() / nonzeros : 0;
}

}  // namespace rosenblatt
