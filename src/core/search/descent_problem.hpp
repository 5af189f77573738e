#pragma once

#include <span>

#include "base/index.hpp"
#include "search/options.hpp"

namespace rosenblatt::search {

/// One of several independent problems over the same table: a split (subset), a class (labels), a
/// round of boosting (weights), a restart (start, seed).
struct DescentProblem {
    std::span<const Index> subset;        // the rows that take part; empty: all
    std::span<const std::int8_t> labels;  // +1 or -1, one for each row of the table
    std::span<const double> weights;      // likewise; empty: each row weighs 1
    std::span<const double> start;        // bias last
    std::span<const double> shift;        // one for each column; empty: none
    DescentOptions options;
};

}  // namespace rosenblatt::search
