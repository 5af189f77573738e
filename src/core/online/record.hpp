#pragma once
#include <string>
#include <vector>

namespace rosenblatt {

/// What a keeper saved of one lane.
struct Kept {
    std::string keeper;  ///< its name
    std::vector<double> numbers;
};

/// All that training must know of one lane to resume later. Empty vectors: a fresh start.
struct Record {
    std::vector<double> weights = {};  ///< with the bias last
    double run = 0, mass = 0;
    std::vector<double> memory = {};  ///< of the rule
    std::vector<Kept> kept = {};
    double step_length = 1;  ///< what 1 stands for in `weights` and in those that keepers saved
};

}  // namespace rosenblatt
