#pragma once
#include <cmath>
#include <cstdint>

#include "rows/rows.hpp"

namespace rosenblatt {

/// Compressed rows; J is the type of the column indices and of the row starts.
template <class T, class J>
struct CsrTable {
    using Value = T;
    static constexpr bool sparse = true;
    const T* values;
    const J* columns;
    const J* starts;
    Index size, dim;
    bool ones = false;  ///< every stored value is 1, so that they need not be read

    template <class Take>
    void each(Index i, Take take) const {
        for (J k = starts[i]; k < starts[i + 1]; ++k) take(Index(columns[k]), values[k]);
    }

    Index stored(Index from, Index to) const { return Index(starts[to]) - Index(starts[from]); }
};
static_assert(Table<CsrTable<float, std::int32_t>> && Table<CsrTable<double, std::int64_t>>);

}  // namespace rosenblatt

#if defined(ROSENBLATT_ISA)
#include <algorithm>
#include <limits>
#include <type_traits>

#include "rows/inspection.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// Rows of a CSR table: a score has four partial sums, non-zero k goes to sum k mod 4; or, if told
/// so, the eight that dense rows have, which takes longer.
template <class T, class J>
struct CsrRows {
    using Value = T;
    using Table = CsrTable<T, J>;
    class Extent;
    const T* values;
    const J* columns;
    const J* starts;
    Index n, d;
    Index stored;  ///< up to here, four values at a time may be read whatever row they belong to
    bool ones;     ///< every value is 1: rows of flags are half the memory
    bool in_order = false;  ///< add up as dense rows do

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

    T dot(const T* w, Index i) const { return in_order ? dot_in_eights(w, i) : dot_in_fours(w, i); }

    [[gnu::always_inline]] T dot_in_fours(const T* w, Index i) const {
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

    /// As dense rows add up.
    [[gnu::always_inline]] T dot_in_eights(const T* w, Index i) const {
        const Index begin = starts[i], end = starts[i + 1];
        Sums<T> s;
        if (ones)
            for (Index k = begin; k < end; ++k) s.add_one(columns[k], w[columns[k]]);
        else
            for (Index k = begin; k < end; ++k) s.add_one(columns[k], values[k] * w[columns[k]]);
        return s.total();
    }

    struct InFours : CsrRows {
        [[gnu::always_inline]] T dot(const T* w, Index i) const { return this->dot_in_fours(w, i); }
    };
    struct InEights : CsrRows {
        [[gnu::always_inline]] T dot(const T* w, Index i) const {
            return this->dot_in_eights(w, i);
        }
    };
    /// For loops in which a question for each row would show.
    void adding_up(auto loop) const { in_order ? loop(InEights{*this}) : loop(InFours{*this}); }

    template <Index B>
    [[gnu::always_inline]] void dots(const T* W, Index lanes, Index i, Vec<T>* out) const {
        constexpr Index width = Vector<T>::width;
        if (in_order) [[unlikely]]
            return dots_in_order<B>(W, lanes, i, out);
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

    double weights2(const T* w, Index step, double sum) const {
        return add_squares(w, step, d, sum);
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

    int compare(Index i, Index k) const {
        // The columns of each row rise; stored zeros are no content.
        Index a = starts[i], b = starts[k];
        const Index a_end = starts[i + 1], b_end = starts[k + 1];
        while (true) {
            while (a < a_end && values[a] == 0) ++a;
            while (b < b_end && values[b] == 0) ++b;
            if (a == a_end || b == b_end) return (a < a_end) - (b < b_end);
            if (columns[a] != columns[b]) return columns[a] < columns[b] ? -1 : 1;
            if (values[a] != values[b]) return values[a] < values[b] ? -1 : 1;
            ++a, ++b;
        }
    }

    void add_in_order() { in_order = true; }

    bool all_ones() const {
        return std::all_of(values, values + stored, [](T v) { return v == 1; });
    }

    /// The last few values of a row, the others 0: no branch for each of them.
    Four<T> rest(Index k, Index count) const {
        if (k + 4 <= stored) return first_of_four<T>(load_four(values + k), count);
        Four<T> out = {};
        for (Index m = 0; m < count; ++m) out[m] = values[k + m];
        return out;
    }

  private:
    template <Index B>
    [[gnu::noinline]] void dots_in_order(const T* W, Index lanes, Index i, Vec<T>* out) const {
        constexpr Index width = Vector<T>::width;
        Vec<T> s[kSums][B] = {};
        each(i, [&](Index j, T x) {
            const T* const w = W + j * lanes;
            Vec<T>* const sum = s[j % kSums];
            for (Index b = 0; b < B; ++b) sum[b] += x * load(w + b * width);
        });
        for (Index b = 0; b < B; ++b)
            out[b] = tree(s[0][b], s[1][b], s[2][b], s[3][b], s[4][b], s[5][b], s[6][b], s[7][b]);
    }

    [[gnu::always_inline]] Four<T> gather(const T* w, Index k) const {
        return Four<T>{w[columns[k]], w[columns[k + 1]], w[columns[k + 2]], w[columns[k + 3]]};
    }
    Four<T> gather_rest(const T* w, Index k, Index end) const {
        Four<T> out = {};
        for (Index m = 0; k + m < end; ++m) out[m] = w[columns[k + m]];
        return out;
    }
};

template <class T, class J>
class CsrRows<T, J>::Extent {
    using Counts = typename Vector<T, four_bytes<T>>::mask;

  public:
    double norm2(const CsrRows<T, J>& rows, Index i) {
        Four<T> s = {};
        const Index end = rows.starts[i + 1];
        Index k = rows.starts[i];
        Counts count = {};
        for (; k + 4 <= end; k += 4) take(s, count, load_four(rows.values + k));
        if (k < end) take(s, count, rows.rest(k, end - k));
        nonzeros_ += (count[0] + count[2]) + (count[1] + count[3]);
        return static_cast<double>((s[0] + s[2]) + (s[1] + s[3]));
    }
    Index nonzeros() const { return nonzeros_; }
    double largest() const {
        return static_cast<double>(
            std::max(std::max(most_[0], most_[1]), std::max(most_[2], most_[3])));
    }
    double smallest() const {
        return static_cast<double>(
            std::min(std::min(least_[0], least_[1]), std::min(least_[2], least_[3])));
    }

  private:
    void take(Four<T>& s, Counts& count, Four<T> v) {
        const Four<T> size = v < 0 ? -v : v;
        s += v * v;
        count -= v != 0;  // where it is true, all bits are set: -1
        most_ = size > most_ ? size : most_;
        least_ = ((size > 0) & (size < least_)) ? size : least_;
    }

    static constexpr T kInfinity = std::numeric_limits<T>::infinity();
    Index nonzeros_ = 0;
    Four<T> most_ = {}, least_ = {kInfinity, kInfinity, kInfinity, kInfinity};
};

template <class T, class J>
Inspection::Fault first_outside(const CsrTable<T, J>& t, Index i) {
    for (Index k = t.starts[i]; k < t.starts[i + 1]; ++k)
        if (t.columns[k] < 0 || t.columns[k] >= t.dim)
            return {Inspection::Fault::column, i, Index(t.columns[k])};
    return {};
}

struct ColumnScan {
    std::uint64_t largest = 0;  ///< a negative column counts as larger than any other
    Index falls = 0;            ///< how often a column is not above the one stored before it
};

/// All columns without a look at the rows; in blocks, so that memory is read once.
template <class J>
ColumnScan scan_columns(const J* columns, Index count) {
    constexpr Index block = 4096;
    std::make_unsigned_t<J> largest = 0;
    ColumnScan scan;
    for (Index first = 0; first < count; first += block) {
        const Index end = std::min(first + block, count);
        for (Index k = first; k < end; ++k)
            largest = std::max(largest, static_cast<std::make_unsigned_t<J>>(columns[k]));
        int falls = 0;
        for (Index k = std::max<Index>(first, 1); k < end; ++k)
            falls += columns[k] <= columns[k - 1];
        scan.falls += falls;
    }
    scan.largest = largest;
    return scan;
}

/// Row starts that run backwards or leave the arrays, columns outside the table: found before any
/// of them is used as an address. Also notes whether the columns of every row rise.
template <class T, class J>
Inspection::Fault structure_fault(const CsrTable<T, J>& t, Index stored, bool& canonical) {
    if (t.starts[0] != 0 || t.starts[t.size] > stored) return {Inspection::Fault::starts, 0, 0};
    for (Index i = 0; i < t.size; ++i)
        if (t.starts[i + 1] < t.starts[i]) return {Inspection::Fault::starts, i, 0};
    const Index end = t.starts[t.size];
    const ColumnScan scan = scan_columns(t.columns, end);
    if (scan.largest >= static_cast<std::uint64_t>(t.dim) && end > 0)
        for (Index i = 0;; ++i)
            if (const auto fault = first_outside(t, i); fault.kind != Inspection::Fault::none)
                return fault;
    // Columns may fall only where a row starts.
    Index allowed = 0;
    for (Index i = 1; i < t.size; ++i) {
        const Index k = t.starts[i];
        if (k > t.starts[i - 1] && k < end) allowed += k > 0 && t.columns[k] <= t.columns[k - 1];
    }
    canonical = scan.falls == allowed;
    return {};
}

template <class T, class J>
struct RowsOf<CsrTable<T, J>> {
    using type = CsrRows<T, J>;
};
static_assert(Rows<CsrRows<float, std::int32_t>> && Values<CsrRows<float, std::int32_t>>);
static_assert(Rows<CsrRows<double, std::int64_t>> && Values<CsrRows<double, std::int64_t>>);

}  // namespace rosenblatt::ROSENBLATT_ISA
#endif
