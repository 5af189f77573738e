#pragma once
#include "simd/vectors.hpp"
#include "rows/table.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// Rows of a CSR table: a score has four partial sums, non-zero k goes to sum k mod 4.
template <class T, class J>
struct CsrRows {
    using Value = T;
    const T* values;
    const J* columns;
    const J* starts;
    Index n, d;
    Index stored;  ///< up to here, four values at a time may be read whatever row they belong to
    bool ones;     ///< every value is 1: rows of flags are half the memory

    explicit CsrRows(const CsrTable<T, J>& t)
        : values(t.values),
          columns(t.columns),
          starts(t.starts),
          n(t.size),
          d(t.dim),
          stored(t.starts[t.size]),
          ones(t.ones) {}

    Index size() const { return n; }
    Index dim() const { return d; }
    Index cost() const { return n == 0 ? 1 : Index(starts[n] - starts[0]) / n + 1; }

    [[gnu::always_inline]] T dot(const T* w, Index i) const {
        const Index begin = starts[i], end = starts[i + 1];
        Four<T> s = {};
        Index k = begin;
        if (ones) {
            for (; k + 4 <= end; k += 4) s += gather(w, k);
            if (k < end)
                s += k + 4 <= stored ? first_of_four<T>(gather(w, k), end - k)
                                     : gather_rest(w, k, end);
            return (s[0] + s[2]) + (s[1] + s[3]);
        }
        for (; k + 4 <= end; k += 4) s += load_four(values + k) * gather(w, k);
        if (k < end)
            s += rest(k, end - k) * (k + 4 <= stored ? gather(w, k) : gather_rest(w, k, end));
        return (s[0] + s[2]) + (s[1] + s[3]);
    }

    template <Index B>
    [[gnu::always_inline]] void dots(const T* W, Index lanes, Index i, Vec<T>* out) const {
        constexpr Index width = Vector<T>::width;
        const Index begin = starts[i], end = starts[i + 1];
        Vec<T> s[B][4] = {};
        const auto take = [&](Index k, Index m) {
            const T* w = W + columns[k] * lanes;
            for (Index b = 0; b < B; ++b) s[b][m] += values[k] * load(w + b * width);
        };
        Index k = begin;
        for (; k + 4 <= end; k += 4)
            for (Index m = 0; m < 4; ++m) take(k + m, m);
        for (Index m = 0; k < end; ++k, ++m) take(k, m);
        for (Index b = 0; b < B; ++b) out[b] = (s[b][0] + s[b][2]) + (s[b][1] + s[b][3]);
    }

    template <class U>
    void add(U* w, Index step, Index i, U a) const {
        const Index begin = starts[i], end = starts[i + 1];
        if (ones)  // the values were not asked for ahead of time
            for (Index k = begin; k < end; ++k) w[columns[k] * step] += a;
        else
            for (Index k = begin; k < end; ++k)
                w[columns[k] * step] += a * static_cast<U>(values[k]);
    }

    void add_block(T* W, Index lanes, Index i, Vec<T> a) const {
        for (Index k = starts[i]; k < starts[i + 1]; ++k) {
            T* w = W + columns[k] * lanes;
            store(w, load(w) + (ones ? a : values[k] * a));
        }
    }

    void prefetch(Index i) const {
        const Index begin = starts[i], count = starts[i + 1] - begin;
        prefetch_bytes(columns + begin, count * Index(sizeof(J)));
        if (!ones) prefetch_bytes(values + begin, count * Index(sizeof(T)));
    }
    void prefetch_start(Index i) const { __builtin_prefetch(starts + i); }

    template <class Visit>
    void each(Index i, Visit visit) const {
        for (Index k = starts[i]; k < starts[i + 1]; ++k) visit(Index(columns[k]), values[k]);
    }

    /// The last few values of a row, the others 0: no branch for each of them.
    Four<T> rest(Index k, Index count) const {
        if (k + 4 <= stored) return first_of_four<T>(load_four(values + k), count);
        Four<T> out = {};
        for (Index m = 0; m < count; ++m) out[m] = values[k + m];
        return out;
    }

  private:
    [[gnu::always_inline]] Four<T> gather(const T* w, Index k) const {
        return Four<T>{w[columns[k]], w[columns[k + 1]], w[columns[k + 2]], w[columns[k + 3]]};
    }
    Four<T> gather_rest(const T* w, Index k, Index end) const {
        Four<T> out = {};
        for (Index m = 0; k + m < end; ++m) out[m] = w[columns[k + m]];
        return out;
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
