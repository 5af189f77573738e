#pragma once
#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/index.hpp"

namespace rosenblatt {

/// A column of numbers, and how it becomes a column of a matrix.
template <class From>
struct NumberColumn {
    const From* values;
    Index stride;
    double missing, shift, scale;  ///< `missing` stands for NaN
};

/// Writes (value - shift) / scale of columns that lie apart into the rows of a matrix.
/// Some rows at a time, so that those of the matrix stay in cache until they are complete.
template <class From, class To>
void standardise(const std::vector<NumberColumn<From>>& columns, const std::vector<Index>& places,
                 Index rows, To* out, Index row_stride) {
    constexpr Index block = 64;
    std::array<double, block> coded;
    for (Index first = 0; first < rows; first += block) {
        const Index count = std::min(block, rows - first);
        for (std::size_t k = 0; k < columns.size(); ++k) {
            const auto& column = columns[k];
            const From* values = column.values + first * column.stride;
            for (Index r = 0; r < count; ++r) {
                const auto value = static_cast<double>(values[r * column.stride]);
                coded[r] =
                    ((value == value ? value : column.missing) - column.shift) / column.scale;
            }
            To* to = out + first * row_stride + places[k];
            for (Index r = 0; r < count; ++r) to[r * row_stride] = static_cast<To>(coded[r]);
        }
    }
}

}  // namespace rosenblatt
