#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "simd/vectors.hpp"
#include "rows/csr.hpp"
#include "rows/dense.hpp"
#include "rows/inspection.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// Squared norms of rows, and the largest absolute value of all rows seen; values that are not
/// numbers spoil the norm of their row.
template <class T>
class DenseExtent {
  public:
    double norm2(const DenseRows<T>& rows, Index i) {
        const T* x = rows.row(i);
        Sums<T> s;
        Index j = 0;
        for (; j + kSums <= rows.d; j += kSums) take(s, x + j);
        if (j < rows.d)
            i < rows.whole ? take_first(s, x + j, rows.d - j) : take_end(s, x + j, rows.d - j);
        return static_cast<double>(s.total());
    }
    double largest() const {
        T largest = 0;
        for (const Vec<T>& part : most_)
            for (Index k = 0; k < Vector<T>::width; ++k) largest = std::max(largest, part[k]);
        return static_cast<double>(largest);
    }

  private:
    void take(Sums<T>& s, const T* p) { take_first(s, p, kSums); }
    void take_first(Sums<T>& s, const T* p, Index keep) {
        for (Index k = 0; k < Sums<T>::parts; ++k) {
            const Index at = k * Vector<T>::width;
            const Vec<T> read = load(p + at), v = keep == kSums ? read : first<T>(read, keep - at);
            const Vec<T> size = v < 0 ? -v : v;
            s.part[k] += v * v;
            most_[k] = size > most_[k] ? size : most_[k];
        }
    }
    [[gnu::noinline]] void take_end(Sums<T>& s, const T* p, Index rest) {
        T buffer[kSums] = {};
        std::copy(p, p + rest, buffer);
        take(s, buffer);
    }

    Vec<T> most_[Sums<T>::parts] = {};
};

template <class T, class J>
class CsrExtent {
  public:
    double norm2(const CsrRows<T, J>& rows, Index i) {
        Four<T> s = {};
        const Index end = rows.starts[i + 1];
        Index k = rows.starts[i];
        for (; k + 4 <= end; k += 4) take(s, load_four(rows.values + k));
        if (k < end) take(s, rows.rest(k, end - k));
        return static_cast<double>((s[0] + s[2]) + (s[1] + s[3]));
    }
    double largest() const {
        return static_cast<double>(
            std::max(std::max(most_[0], most_[1]), std::max(most_[2], most_[3])));
    }
    double smallest() const {
        return static_cast<double>(
            std::min(std::min(least_[0], least_[1]), std::min(least_[2], least_[3])));
    }

  private:
    void take(Four<T>& s, Four<T> v) {
        const Four<T> size = v < 0 ? -v : v;
        s += v * v;
        most_ = size > most_ ? size : most_;
        least_ = ((size > 0) & (size < least_)) ? size : least_;
    }

    static constexpr T kInfinity = std::numeric_limits<T>::infinity();
    Four<T> most_ = {}, least_ = {kInfinity, kInfinity, kInfinity, kInfinity};
};

template <class T>
DenseExtent<T> extent_of(const DenseRows<T>&) {
    return {};
}
template <class T, class J>
CsrExtent<T, J> extent_of(const CsrRows<T, J>&) {
    return {};
}

/// Where the first value of row i that is not finite stands, or -1.
template <class R>
inline Index first_bad(const R& rows, Index i) {
    Index bad = -1;
    rows.each(i, [&](Index j, auto x) {
        if (bad < 0 && !std::isfinite(x)) bad = j;
    });
    return bad;
}

template <class T, class J>
Survey::Fault first_outside(const CsrTable<T, J>& t, Index i) {
    for (Index k = t.starts[i]; k < t.starts[i + 1]; ++k)
        if (t.columns[k] < 0 || t.columns[k] >= t.dim)
            return {Survey::Fault::column, i, Index(t.columns[k])};
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
Survey::Fault structure_fault(const CsrTable<T, J>& t, Index stored, bool& canonical) {
    if (t.starts[0] != 0 || t.starts[t.size] > stored) return {Survey::Fault::starts, 0, 0};
    for (Index i = 0; i < t.size; ++i)
        if (t.starts[i + 1] < t.starts[i]) return {Survey::Fault::starts, i, 0};
    const Index end = t.starts[t.size];
    const ColumnScan scan = scan_columns(t.columns, end);
    if (scan.largest >= static_cast<std::uint64_t>(t.dim) && end > 0)
        for (Index i = 0;; ++i)
            if (const auto fault = first_outside(t, i); fault.kind != Survey::Fault::none)
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

/// One look at every value: squared norms, the largest value, the first one that is not finite.
template <class R>
Survey survey(const R& rows) {
    Survey s;
    s.norm2.resize(static_cast<std::size_t>(rows.size()));
    auto extent = extent_of(rows);
    for (Index i = 0; i < rows.size(); ++i) {
        s.norm2[i] = extent.norm2(rows, i);
        if (!std::isfinite(s.norm2[i])) {
            const Index j = first_bad(rows, i);
            if (j >= 0) {
                s.fault = {Survey::Fault::value, i, j};
                return s;
            }
        }
    }
    s.largest = extent.largest();
    if constexpr (requires { rows.ones; }) {
        s.smallest = extent.smallest();
        const Index stored = rows.starts[rows.n];
        s.ones = std::find_if(rows.values, rows.values + stored, [](auto v) { return v != 1; }) ==
                 rows.values + stored;
    }
    return s;
}

}  // namespace rosenblatt::ROSENBLATT_ISA
