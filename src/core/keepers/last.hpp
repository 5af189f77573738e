#pragma once
#include "../lanes.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// The weights training ended with.
struct Last {
    void update(const auto&) {}
    Hypothesis finish(const auto& lanes, Group group, double, double) const {
        return copy_of(lanes, group);
    }
};

}  // namespace rosenblatt::ROSENBLATT_ISA
