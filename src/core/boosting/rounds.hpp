#pragma once

#include <functional>
#include <optional>

#include "base/stop.hpp"
#include "boosting/predict.hpp"
#include "boosting/sample.hpp"

namespace rosenblatt::boosting {

/// What one round learns from: weights for all rows, or the rows of a sample.
struct RoundInput {
    std::vector<double> weights;
    std::vector<Index> rows;
    std::uint64_t seed;
};

/// What it found.
struct RoundResult {
    Hyperplanes hyperplanes;
    Index epochs = 0;
    bool overflow = false;  ///< scores left the range of numbers
};

/// Trains one hypothesis from nothing; empty if it was told to stop.
using RoundLearner = std::function<std::optional<RoundResult>(const RoundInput&)>;

enum class BoostingEnding : std::uint8_t { rounds, chance, stopped, overflow };

/// Rounds of a compiled learner, one for each seed. The hypotheses that were taken are added to
/// `found`; one that was refused in the very first round is added too.
inline BoostingEnding run(Boosting& boosting, const AnyTable& table, const RoundLearner& learn,
                          const Grouping& grouping, bool resample,
                          std::span<const std::uint64_t> seeds, std::vector<RoundResult>& found,
                          const Stop& stop) {
    std::vector<std::int32_t> predicted(static_cast<std::size_t>(boosting.size()));
    for (const std::uint64_t seed : seeds) {
        if (stop()) return BoostingEnding::stopped;
        RoundInput input{{}, {}, seed};
        resample ? void(input.rows = sample(boosting, seed))
                 : void(input.weights = boosting.round_weights());
        std::optional<RoundResult> result = learn(input);
        if (!result) return BoostingEnding::stopped;
        if (result->overflow) return BoostingEnding::overflow;
        predict(table, result->hyperplanes, grouping, predicted);
        const bool taken = boosting.take(predicted);
        if (taken || boosting.rounds() == 0) found.push_back(std::move(*result));
        if (!taken) return BoostingEnding::chance;
    }
    return BoostingEnding::rounds;
}

}  // namespace rosenblatt::boosting
