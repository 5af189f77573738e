#pragma once

#include <bit>
#include <cstdint>

#include "kernel_table.hpp"
#include "random.hpp"

namespace rosenblatt::search {

/// What one entry contributes to the hash of its row; zeros contribute nothing, so dense and
/// sparse rows of the same content have the same hash.
inline std::uint64_t entry_hash(Index column, double value) {
    if (value == 0) return 0;
    return mix(std::bit_cast<std::uint64_t>(value) ^ mix(static_cast<std::uint64_t>(column) + 1));
}

/// The caller's dense matrix, row by row.
template <class T>
struct DenseView {
    using Value = T;
    const T* data;
    Index n;
    Index m;

    /// Calls visit(column, value) for the entries of row i, in order.
    template <class Visit>
    void for_each(Index i, Visit visit) const {
        for (Index j = 0; j < m; ++j) visit(j, data[i * m + j]);
    }
};

/// The caller's CSR matrix; columns sorted and unique within each row.
template <class T, class I>
struct CsrView {
    using Value = T;
    using Offset = I;
    const I* starts;
    const I* columns;
    const T* values;
    Index n;
    Index m;

    template <class Visit>
    void for_each(Index i, Visit visit) const {
        for (I p = starts[i]; p < starts[i + 1]; ++p)
            visit(static_cast<Index>(columns[p]), values[p]);
    }
};

template <class View>
std::uint64_t content_hash(const View& rows, Index i) {
    std::uint64_t sum = 0;
    rows.for_each(i, [&](Index j, auto v) { sum += entry_hash(j, static_cast<double>(v)); });
    return mix(sum);
}

}  // namespace rosenblatt::search
