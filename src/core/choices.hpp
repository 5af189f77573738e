#pragma once
#include <variant>

#include "rules/alma.hpp"
#include "rules/ballseptron.hpp"
#include "rules/gradient.hpp"
#include "rules/norma.hpp"
#include "rules/passive_aggressive.hpp"
#include "rules/perceptron.hpp"
#include "rules/romma.hpp"

namespace rosenblatt {

/// Every update rule; a new one is added here and in bindings/rules.cpp.
using AnyRule =
    std::variant<Perceptron, PassiveAggressive, Gradient, Romma, Alma, Norma, Ballseptron>;

}  // namespace rosenblatt
