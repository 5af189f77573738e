#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "choices.hpp"

namespace rosenblatt::boosting {

/// Hyperplanes one after another, each with its intercept last: those of a group together.
using Hyperplanes = std::vector<double>;

/// How many of them act together, and how.
struct Grouping {
    AnyGroup group = Single{};
    Index lanes = 1;
};

inline double score(const Table auto& table, Index i, const double* line) {
    double sum = 0;
    table.each(i, [&](Index j, auto x) { sum += static_cast<double>(x) * line[j]; });
    return sum + line[table.dim];
}

/// Class codes as an estimator's `predict` gives them: of two classes the second if the score is 0,
/// of several the first with the highest score.
inline void predict(const AnyTable& any, const Hyperplanes& lines, const Grouping& grouping,
                    std::span<std::int32_t> out) {
    std::visit(
        [&](const auto& table, const auto& group) {
            const Index width = table.dim + 1;
            const auto count = static_cast<Index>(lines.size()) / width;
            std::vector<double> scores(static_cast<std::size_t>(count)), judged(scores.size());
            for (Index i = 0; i < table.size; ++i) {
                for (Index l = 0; l < count; ++l)
                    scores[l] = score(table, i, lines.data() + l * width);
                Index outputs = 0;
                for (Index l = 0; l < count; l += grouping.lanes)
                    outputs +=
                        group.outputs(scores.data() + l, grouping.lanes, judged.data() + outputs);
                const auto best = std::max_element(judged.begin(), judged.begin() + outputs);
                out[i] = outputs == 1 ? *best >= 0 : std::int32_t(best - judged.begin());
            }
        },
        any, grouping.group);
}

}  // namespace rosenblatt::boosting
