#pragma once

#include "base/index.hpp"

namespace rosenblatt::search {

/// Weights, directions and columns have the bias last. Sums and draws run over them from the bias
/// on: the sums of sparse rows begin with it, and those of dense rows have the same bits.
constexpr Index weight_at(Index turn, Index dim) { return turn == 0 ? dim - 1 : turn - 1; }

/// Calls `take(j)` for the bias, then for every column.
template <class Take>
void for_each_weight(Index dim, Take take) {
    take(dim - 1);
    for (Index j = 0; j < dim - 1; ++j) take(j);
}

}  // namespace rosenblatt::search
