#pragma once
#include <span>
#include <type_traits>
#include <vector>

#include "choices.hpp"

namespace rosenblatt {

/// What a rule decided, and how things stand once its move is made.
struct Decision {
    Move move;
    double threshold = 0;                  ///< from now on (updates only)
    const Direction* direction = nullptr;  ///< of the step; null: the row
};

/// Asks a rule of a known type, and lets it remember a move that is made.
template <Rule R>
Decision decide(AnyRule& any, const Example& example) {
    R& rule = *std::get_if<R>(&any);
    Decision out{rule.move(example)};
    if (out.move.outcome != Move::Outcome::update) return out;
    if constexpr (requires { rule.direction(example); }) out.direction = &rule.direction(example);
    if constexpr (requires { rule.moved(example, out.move); }) rule.moved(example, out.move);
    out.threshold = rule.threshold();
    return out;
}

/// Fetched before the loop over rows, which then need not know the type of the rule.
using Decide = Decision (*)(AnyRule&, const Example&);

inline Decide decide_of(const AnyRule& rule) {
    return std::visit([]<class R>(const R&) -> Decide { return decide<R>; }, rule);
}

inline Move ask(const AnyRule& rule, const Example& example) {
    return std::visit([&](const auto& r) { return r.move(example); }, rule);
}

inline double threshold_of(const AnyRule& rule) {
    return std::visit([](const auto& r) { return r.threshold(); }, rule);
}

inline bool asks_norm(const AnyRule& rule) {
    return std::visit([](const auto& r) { return requires { r.asks_norm; }; }, rule);
}

inline void in_units(AnyRule& rule, double unit) {
    std::visit(
        [=](auto& r) {
            if constexpr (requires { r.in_units(unit); }) r.in_units(unit);
        },
        rule);
}

/// What a rule has learned beside the weights.
inline std::vector<double> memory_of(const AnyRule& rule) {
    return std::visit(
        []<class R>(const R& r) -> std::vector<double> {
            if constexpr (requires { r.memory; }) {
                if constexpr (std::is_arithmetic_v<decltype(r.memory)>)
                    return {r.memory};
                else
                    return {r.memory.begin(), r.memory.end()};
            } else {
                return {};
            }
        },
        rule);
}

inline void remember(AnyRule& rule, std::span<const double> memory) {
    if (memory.empty()) return;
    std::visit(
        [=]<class R>(R& r) {
            if constexpr (requires { r.memory; }) {
                if constexpr (std::is_arithmetic_v<decltype(r.memory)>)
                    r.memory = memory[0];
                else
                    r.memory.assign(memory.begin(), memory.end());
            }
        },
        rule);
}

}  // namespace rosenblatt
