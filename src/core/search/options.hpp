#pragma once

#include <cstdint>
#include <vector>

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

enum class Ending { epochs, no_errors, stopped };

struct DescentResult {
    std::vector<double> weights;  // bias first
    double error = 0;             // weight of the examples with y <w,x> <= 0
    std::int64_t epochs = 0;      // how many were run
    Ending ending = Ending::epochs;
    std::vector<double> history;  // the error after each epoch (of the best so far)
};

}  // namespace rosenblatt::search
