#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/index.hpp"
#include "search/descent_history.hpp"
#include "search/interval.hpp"

namespace rosenblatt::search {

enum class Directions { uniform, gaussian, coordinate, gradient, mixed };

struct DescentOptions {
    Directions directions = Directions::uniform;
    /// Each cycle of m + 1 epochs starts with the bias alone; the others leave the bias out.
    bool bias_direction = true;
    /// Gram-Schmidt: the directions of a cycle are orthogonal.
    bool orthogonal = false;
    /// Algorithm 3 instead of Algorithm 4.
    bool two_sided = false;
    /// Without it the bias is never moved.
    bool intercept = true;
    /// Iterated local search: random optimal intervals, weight bumps, restarts; the best is kept.
    bool perturb = false;
    std::int64_t epochs = 2000;
    std::uint64_t seed = 0;
    bool record_history = true;
    Method method = Method::buckets;
};

inline constexpr Index most_features = 0xffffffff;
inline constexpr Index most_orthogonal_features = 4096;

/// Why a descent over that many features cannot be made, in words for the caller; empty if it can.
inline std::string reason_to_refuse(const DescentOptions& options, Index features) {
    if (features > most_features)
        return "X has " + std::to_string(features) + " features; a descent is limited to " +
               std::to_string(most_features) + ".";
    if (!options.orthogonal) return "";
    if (options.directions == Directions::gradient || options.directions == Directions::mixed)
        return "orthogonal=True was asked for directions that follow the data (gradient or mixed); "
               "choose uniform, gaussian or coordinate directions, or orthogonal=False.";
    if (features > most_orthogonal_features)
        return "orthogonal=True was asked for " + std::to_string(features) +
               " features; it keeps a basis of that many vectors and is limited to " +
               std::to_string(most_orthogonal_features) + " features. Use orthogonal=False.";
    return "";
}

enum class DescentEnding { epochs, no_errors, stopped };

struct DescentResult {
    std::vector<double> weights;  // bias last
    double error = 0;             // weight of the examples with y <w,x> <= 0
    std::int64_t epochs = 0;      // how many were run
    DescentEnding ending = DescentEnding::epochs;
    DescentHistory history{Clock::time_point{}};  // errors of the best so far
};

}  // namespace rosenblatt::search
