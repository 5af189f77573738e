#pragma once
#include <optional>
#include <vector>

#include "rules/rule.hpp"

namespace rosenblatt {

/// One update of a voted perceptron: which row, which lanes, how much, and the run that followed.
struct Vote {
    Index row;
    Index raised, lowered;  ///< lanes; `lowered` is -1 unless classes are trained jointly
    double keep;            ///< the weights are scaled by this first
    double step;            ///< signed unless classes are trained jointly
    double run;
};

/// All that training must know of one lane to go on later. Empty vectors: a fresh start.
struct Record {
    std::vector<double> weights;  ///< with the bias last
    std::vector<double> owed;     ///< of the average
    std::vector<double> best;     ///< the longest survivor
    double best_run = 0, run = 0, mass = 0;
    std::optional<double> memory;  ///< of the rule
};

/// Which keepers listen to a training run; any number may.
struct Listeners {
    bool longest = false, averaged = false, pocket = false, voted = false;

    bool any() const { return longest || averaged || pocket || voted; }
};

}  // namespace rosenblatt
