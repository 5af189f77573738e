#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "choices.hpp"

namespace rosenblatt::boosting {

/// Hyperplanes one after another, each with its intercept last: one for two classes, else one for
/// each class.
using Hyperplanes = std::vector<double>;

inline double score(const Table auto& table, Index i, const double* line) {
    double sum = 0;
    table.each(i, [&](Index j, auto x) { sum += static_cast<double>(x) * line[j]; });
    return sum + line[table.dim];
}

/// Class codes as an estimator's `predict` gives them: of two classes the second if the score is 0,
/// of several the first with the highest score.
inline void predict(const AnyTable& any, const Hyperplanes& lines, std::span<std::int32_t> out) {
    std::visit(
        [&](const auto& table) {
            const Index width = table.dim + 1;
            const auto count = static_cast<Index>(lines.size()) / width;
            for (Index i = 0; i < table.size; ++i) {
                double best = score(table, i, lines.data());
                out[i] = count == 1 && best >= 0;
                for (Index l = 1; l < count; ++l)
                    if (const double s = score(table, i, lines.data() + l * width); s > best)
                        best = s, out[i] = static_cast<std::int32_t>(l);
            }
        },
        any);
}

}  // namespace rosenblatt::boosting
