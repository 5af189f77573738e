#pragma once
#include "../linalg.hpp"
#include "../table.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// Rows of a CSR table: a score has four partial sums, non-zero k goes to sum k mod 4.
template <class T, class J>
struct CsrRows {
    using Value = T;
    const T* values;
    const J* columns;
    const J* starts;
    Index n, d;

    explicit CsrRows(const CsrTable<T, J>& t)
        : values(t.values), columns(t.columns), starts(t.starts), n(t.size), d(t.dim) {}

    Index size() const { return n; }
    Index dim() const { return d; }
    Index cost() const { return n == 0 ? 1 : Index(starts[n] - starts[0]) / n + 1; }

    T dot(const T* w, Index i) const {
        const Index begin = starts[i], end = starts[i + 1];
        T s[4] = {0, 0, 0, 0};
        Index k = begin;
        for (; k + 4 <= end; k += 4) {
            s[0] += values[k] * w[columns[k]];
            s[1] += values[k + 1] * w[columns[k + 1]];
            s[2] += values[k + 2] * w[columns[k + 2]];
            s[3] += values[k + 3] * w[columns[k + 3]];
        }
        if (k < end) s[0] += values[k] * w[columns[k]];
        if (k + 1 < end) s[1] += values[k + 1] * w[columns[k + 1]];
        if (k + 2 < end) s[2] += values[k + 2] * w[columns[k + 2]];
        return (s[0] + s[2]) + (s[1] + s[3]);
    }

    Vec<T> dots(const T* W, Index lanes, Index i) const {
        const Index begin = starts[i], end = starts[i + 1];
        Vec<T> s[4] = {};
        Index k = begin;
        for (; k + 4 <= end; k += 4)
            for (Index m = 0; m < 4; ++m) s[m] += values[k + m] * load(W + columns[k + m] * lanes);
        for (Index m = 0; k < end; ++k, ++m) s[m] += values[k] * load(W + columns[k] * lanes);
        return (s[0] + s[2]) + (s[1] + s[3]);
    }

    template <class U>
    void add(U* w, Index step, Index i, U a) const {
        for (Index k = starts[i]; k < starts[i + 1]; ++k)
            w[columns[k] * step] += a * static_cast<U>(values[k]);
    }

    void add_block(T* W, Index lanes, Index i, Vec<T> a) const {
        for (Index k = starts[i]; k < starts[i + 1]; ++k) {
            T* w = W + columns[k] * lanes;
            store(w, load(w) + values[k] * a);
        }
    }

    void prefetch(Index i) const {
        const Index begin = starts[i], count = starts[i + 1] - begin;
        prefetch_bytes(columns + begin, count * Index(sizeof(J)));
        prefetch_bytes(values + begin, count * Index(sizeof(T)));
    }
    void prefetch_start(Index i) const { __builtin_prefetch(starts + i); }

    template <class Visit>
    void each(Index i, Visit visit) const {
        for (Index k = starts[i]; k < starts[i + 1]; ++k) visit(Index(columns[k]), values[k]);
    }
};

template <class T>
struct DenseRows;

/// The rows type that reads a table, and back.
template <class Table>
struct RowsOf;
template <class T>
struct RowsOf<DenseTable<T>> {
    using type = DenseRows<T>;
};
template <class T, class J>
struct RowsOf<CsrTable<T, J>> {
    using type = CsrRows<T, J>;
};

template <class R>
struct TableOfRows;
template <class T>
struct TableOfRows<DenseRows<T>> {
    using type = DenseTable<T>;
};
template <class T, class J>
struct TableOfRows<CsrRows<T, J>> {
    using type = CsrTable<T, J>;
};
template <class R>
using TableOf = typename TableOfRows<R>::type;

}  // namespace rosenblatt::ROSENBLATT_ISA
