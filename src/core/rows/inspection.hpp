#pragma once
#include <vector>

#include "base/index.hpp"

namespace rosenblatt {

/// What inspecting a table found.
struct Inspection {
    struct Fault {
        enum Kind { none, value, starts, column } kind = none;
        Index row = 0, column_index = 0;
    };
    std::vector<double> norm2;
    double largest = 0;
    Index nonzeros = 0;     ///< values of the whole table that are not 0
    double smallest = 0;    ///< of the stored values that are not 0, sparse tables only
    bool ones = false;      ///< every stored value of a sparse table is 1
    bool canonical = true;  ///< columns of every sparse row strictly rising
    Fault fault = {};
};

}  // namespace rosenblatt
