#pragma once
#include <variant>

#include "rules/gradient.hpp"
#include "rules/passive_aggressive.hpp"
#include "rules/perceptron.hpp"

namespace rosenblatt {

/// Every update rule; a new one is added here and in bindings/rules.cpp.
using AnyRule = std::variant<Perceptron, PassiveAggressive, Gradient>;

}  // namespace rosenblatt
