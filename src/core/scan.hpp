#pragma once
#include <algorithm>
#include <cmath>
#include <vector>

#include "linalg.hpp"
#include "rows/csr.hpp"
#include "rows/dense.hpp"
#include "survey.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// Squared norm and largest absolute value of a row; values that are not numbers spoil the norm.
struct Extent {
    double norm2, largest;
};

template <class T>
inline Extent extent(const DenseRows<T>& rows, Index i) {
    const T* x = rows.row(i);
    Sums<T> s;
    Vec<T> most[Sums<T>::parts] = {};
    const auto take = [&](const T* p) {
        s.add_product(p, p);
        for (Index k = 0; k < Sums<T>::parts; ++k) {
            const Vec<T> v = load(p + k * Vector<T>::width), size = v < 0 ? -v : v;
            most[k] = size > most[k] ? size : most[k];
        }
    };
    Index j = 0;
    for (; j + kSums <= rows.d; j += kSums) take(x + j);
    if (j < rows.d) {
        T rest[kSums] = {};
        std::copy(x + j, x + rows.d, rest);
        take(rest);
    }
    T largest = 0;
    for (const Vec<T>& part : most)
        for (Index k = 0; k < Vector<T>::width; ++k) largest = std::max(largest, part[k]);
    return {static_cast<double>(s.total()), static_cast<double>(largest)};
}

template <class T, class J>
inline Extent extent(const CsrRows<T, J>& rows, Index i) {
    Four<T> s = {}, most = {};
    const auto take = [&](Four<T> v) {
        const Four<T> size = v < 0 ? -v : v;
        s += v * v;
        most = size > most ? size : most;
    };
    const Index end = rows.starts[i + 1];
    Index k = rows.starts[i];
    for (; k + 4 <= end; k += 4) take(load_four(rows.values + k));
    T rest[4] = {};
    std::copy(rows.values + k, rows.values + end, rest);
    take(load_four(rest));
    const T largest = std::max(std::max(most[0], most[1]), std::max(most[2], most[3]));
    return {static_cast<double>((s[0] + s[2]) + (s[1] + s[3])), static_cast<double>(largest)};
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
    Index k = t.starts[i];
    while (t.columns[k] >= 0 && t.columns[k] < t.dim) ++k;
    return {Survey::Fault::column, i, Index(t.columns[k])};
}

/// Row starts that run backwards or leave the arrays, columns outside the table: found before any
/// of them is used as an address. Also notes whether the columns of every row rise.
template <class T, class J>
Survey::Fault structure_fault(const CsrTable<T, J>& t, Index stored, bool& canonical) {
    if (t.starts[0] != 0 || t.starts[t.size] > stored) return {Survey::Fault::starts, 0, 0};
    for (Index i = 0; i < t.size; ++i)
        if (t.starts[i + 1] < t.starts[i]) return {Survey::Fault::starts, i, 0};
    bool rising = true, inside = true;
    for (Index i = 0; i < t.size; ++i) {
        const Index begin = t.starts[i], end = t.starts[i + 1];
        using Unsigned = std::make_unsigned_t<J>;
        for (Index k = begin; k < end; ++k)
            inside &= static_cast<Unsigned>(t.columns[k]) < static_cast<std::uint64_t>(t.dim);
        for (Index k = begin + 1; k < end; ++k) rising &= t.columns[k] > t.columns[k - 1];
        if (!inside) return first_outside(t, i);
    }
    canonical = rising;
    return {};
}

/// One look at every value: squared norms, the largest value, the first one that is not finite.
template <class R>
Survey survey(const R& rows) {
    Survey s;
    s.norm2.resize(static_cast<std::size_t>(rows.size()));
    for (Index i = 0; i < rows.size(); ++i) {
        const Extent e = extent(rows, i);
        s.norm2[i] = e.norm2;
        if (!std::isfinite(e.norm2)) {
            const Index j = first_bad(rows, i);
            if (j >= 0) {
                s.fault = {Survey::Fault::value, i, j};
                return s;
            }
        }
        s.largest = std::max(s.largest, e.largest);
    }
    return s;
}

}  // namespace rosenblatt::ROSENBLATT_ISA
