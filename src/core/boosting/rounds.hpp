#pragma once

#include <functional>
#include <optional>

#include "base/stop.hpp"
#include "boosting/predict.hpp"
#include "boosting/sample.hpp"

namespace rosenblatt::boosting {

/// What one round learns from: weights for all rows, or the rows of a sample.
struct Lesson {
    std::vector<double> weights;
    std::vector<Index> rows;
    std::uint64_t seed;
};

/// What it found.
struct Learned {
    Lines lines;
    Index epochs = 0;
    bool overflow = false;  ///< scores left the range of numbers
};

/// Trains one hypothesis from nothing; empty if it was told to stop.
using Learner = std::function<std::optional<Learned>(const Lesson&)>;

enum class Ending : std::uint8_t { rounds, chance, stopped, overflow };

/// Rounds of a compiled learner, one for each seed. The hypotheses that were taken are added to
/// `found`; one that was refused in the very first round is added too.
inline Ending run(Boosting& boosting, const AnyTable& table, const Learner& learn, bool resample,
                  std::span<const std::uint64_t> seeds, std::vector<Learned>& found,
                  const Stop& stop) {
    std::vector<std::int32_t> predicted(static_cast<std::size_t>(boosting.size()));
    for (const std::uint64_t seed : seeds) {
        if (stop()) return Ending::stopped;
        Lesson lesson{{}, {}, seed};
        resample ? void(lesson.rows = sample(boosting, seed))
                 : void(lesson.weights = boosting.lesson());
        std::optional<Learned> learned = learn(lesson);
        if (!learned) return Ending::stopped;
        if (learned->overflow) return Ending::overflow;
        predict(table, learned->lines, predicted);
        const bool taken = boosting.take(predicted);
        if (taken || boosting.rounds() == 0) found.push_back(std::move(*learned));
        if (!taken) return Ending::chance;
    }
    return Ending::rounds;
}

}  // namespace rosenblatt::boosting
