#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/index.hpp"

namespace rosenblatt {

/// The distinct labels in rising order, and in `codes` the number of each label among them: without
/// sorting, by a table of the range they span. Nothing, if there are none or the range is too wide.
inline std::vector<std::int64_t> encode_small(const std::int64_t* labels, Index n,
                                              std::int32_t* codes) {
    constexpr std::uint64_t widest = 1u << 16;
    if (n == 0) return {};
    std::int64_t least = labels[0], most = labels[0];
    for (Index i = 1; i < n; ++i) {
        least = std::min(least, labels[i]);
        most = std::max(most, labels[i]);
    }
    const std::uint64_t range = std::uint64_t(most) - std::uint64_t(least);  // may not fit signed
    if (range >= widest) return {};
    std::vector<std::int32_t> number(range + 1);
    for (Index i = 0; i < n; ++i) number[labels[i] - least] = 1;
    std::vector<std::int64_t> classes;
    for (std::uint64_t v = 0; v <= range; ++v) {
        if (number[v] == 0) continue;
        number[v] = static_cast<std::int32_t>(classes.size());
        classes.push_back(least + static_cast<std::int64_t>(v));
    }
    for (Index i = 0; i < n; ++i) codes[i] = number[labels[i] - least];
    return classes;
}

}  // namespace rosenblatt
