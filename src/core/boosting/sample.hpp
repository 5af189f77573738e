#pragma once

#include "base/random.hpp"
#include "boosting/boosting.hpp"

namespace rosenblatt::boosting {

/// Streams of passes are numbered from 0, those of the searches from 2^60 on.
inline constexpr std::uint64_t sample_stream = std::uint64_t{1} << 61;
inline constexpr double most_draws = 0x1p24;

/// How many rows a sample holds: the total weight if the given weights are whole, so that a row of
/// weight k counts like k rows, else the number of rows.
inline double draws_of(const Boosting& boosting) {
    const auto whole = [](double w) { return w == std::floor(w); };
    const std::vector<double>& given = boosting.given();
    if (std::all_of(given.begin(), given.end(), whole))
        return std::min(boosting.total(), most_draws);
    return static_cast<double>(boosting.size());
}

/// Row numbers, rising and with repetition, drawn by the present weights. Each class that
/// has rows has its share of the draws and at least one, so that none is lost.
inline std::vector<Index> sample(const Boosting& boosting, std::uint64_t seed) {
    const std::vector<double>& weights = boosting.weights();
    const double per_weight = draws_of(boosting) / boosting.total();
    const Stream stream(seed, sample_stream);
    std::uint64_t counter = 0;
    std::vector<Index> drawn;
    for (std::int32_t c = 0; c < boosting.classes(); ++c) {
        std::vector<double> up_to;
        std::vector<Index> rows;
        double mass = 0;
        for (Index i = 0; i < boosting.size(); ++i)
            if (boosting.codes()[i] == c) up_to.push_back(mass += weights[i]), rows.push_back(i);
        if (rows.empty()) continue;  // a class that is named, but has no weight
        const auto draws = std::max<std::int64_t>(1, std::llround(mass * per_weight));
        for (std::int64_t k = 0; k < draws; ++k) {
            const double at = stream.uniform(counter++) * mass;
            const auto found = std::upper_bound(up_to.begin(), up_to.end() - 1, at);
            drawn.push_back(rows[found - up_to.begin()]);
        }
    }
    std::sort(drawn.begin(), drawn.end());
    return drawn;
}

}  // namespace rosenblatt::boosting
