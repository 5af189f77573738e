#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "search/interval.hpp"
#include "simd/kernel_table.hpp"

namespace rosenblatt::search {

/// One search: scores `z = y <w,x>` and changes `g = y <d,x>` of `n` rows, labels folded in.
/// `weights` may be null (each row weighs 1); their sum must stay below 2^31. The arrays are padded
/// to whole blocks with rows that are right and do not move: z = infinity, g = 0, weight 0.
template <class T>
struct Line {
    const T* z;
    const T* g;
    const std::uint32_t* weights;
    Index n;

    std::int32_t weight(Index i) const {
        return weights ? static_cast<std::int32_t>(weights[i]) : 1;
    }
    /// Where row i changes sides: w - c d has score zero on it. The sum turns -0 into +0.
    T crossing(Index i) const { return z[i] / g[i] + T(0); }
    /// A row with no change, or with a crossing point too far to be a number, cannot change sides.
    static bool can_change(T c) { return c - c == 0; }
};

/// A place where the error changes by `rise` as t passes it from left to right.
template <class T>
struct Crossing {
    T at;
    std::int32_t rise;
    std::int32_t bucket = 0;
};

template <class T>
Crossing<T> crossing_of(const Line<T>& line, Index i, std::int32_t bucket = 0) {
    return {line.crossing(i), line.g[i] > 0 ? line.weight(i) : -line.weight(i), bucket};
}

template <class T>
void sort_crossings(std::vector<Crossing<T>>& points) {
    if (points.size() > 48) {
        std::sort(points.begin(), points.end(), [](auto& a, auto& b) { return a.at < b.at; });
        return;
    }
    for (std::size_t i = 1; i < points.size(); ++i) {
        const Crossing<T> p = points[i];
        std::size_t k = i;
        for (; k > 0 && points[k - 1].at > p.at; --k) points[k] = points[k - 1];
        points[k] = p;
    }
}

/// Calls `take(point, rise)` for each distinct crossing point of a sorted list, with the sum of
/// its weights; it may be zero.
template <class T, class Take>
void for_each_distinct(const std::vector<Crossing<T>>& sorted, Take take) {
    for (std::size_t i = 0; i < sorted.size();) {
        const Crossing<T>& point = sorted[i];
        std::int64_t rise = 0;
        for (; i < sorted.size() && sorted[i].at == point.at; ++i) rise += sorted[i].rise;
        take(point, rise);
    }
}

}  // namespace rosenblatt::search
