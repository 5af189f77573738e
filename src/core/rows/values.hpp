#pragma once
// What can be asked of any rows that tell their values, by the fastest way they have.
#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "rows/inspection.hpp"
#include "rows/rows.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// -1, 0, 1: an order of rows by what they hold.
template <Values V>
int compare(const V& values, Index i, Index k) {
    if constexpr (requires { values.compare(i, k); }) {
        return values.compare(i, k);
    } else {
        std::vector<std::pair<Index, double>> held[2];
        for (const Index which : {0, 1})
            values.each(which == 0 ? i : k, [&](Index j, auto x) {
                if (x != 0) held[which].emplace_back(j, static_cast<double>(x));
            });
        return held[0] == held[1] ? 0 : held[0] < held[1] ? -1 : 1;
    }
}

/// Squared norms of rows, and the largest absolute value of all rows seen.
template <Values V>
class ExtentByValues {
  public:
    double norm2(const V& values, Index i) {
        double sum = 0;
        values.each(i, [&](Index, auto x) {
            const auto value = static_cast<double>(x);
            sum += value * value;
            largest_ = std::max(largest_, std::abs(value));
            nonzeros_ += value != 0;
        });
        return sum;
    }
    double largest() const { return largest_; }
    Index nonzeros() const { return nonzeros_; }

  private:
    double largest_ = 0;
    Index nonzeros_ = 0;
};

template <Values V>
auto extent_of(const V&) {
    if constexpr (requires { typename V::Extent; })
        return typename V::Extent();
    else
        return ExtentByValues<V>();
}

/// Where the first value of row i that is not finite stands, or -1.
template <Values V>
Index first_not_finite(const V& values, Index i) {
    Index bad = -1;
    values.each(i, [&](Index j, auto x) {
        if (bad < 0 && !std::isfinite(x)) bad = j;
    });
    return bad;
}

/// One look at every value: squared norms, the largest value, the first one that is not finite.
template <Values V>
Inspection inspect_values(const V& values) {
    Inspection found;
    found.norm2.resize(static_cast<std::size_t>(values.size()));
    auto extent = extent_of(values);
    for (Index i = 0; i < values.size(); ++i) {
        found.norm2[i] = extent.norm2(values, i);
        if (!std::isfinite(found.norm2[i])) {
            const Index j = first_not_finite(values, i);
            if (j >= 0) {
                found.fault = {Inspection::Fault::value, i, j};
                return found;
            }
        }
    }
    found.largest = extent.largest();
    found.nonzeros = extent.nonzeros();
    if constexpr (requires { extent.smallest(); }) found.smallest = extent.smallest();
    if constexpr (requires { values.all_ones(); }) found.ones = values.all_ones();
    return found;
}

}  // namespace rosenblatt::ROSENBLATT_ISA
