#pragma once
#include <span>
#include <type_traits>
#include <vector>

#include "choices.hpp"

namespace rosenblatt {

/// What a rule decided beside the length of the step, and how things stand once its move is made.
struct Decision {
    Move::Outcome outcome = Move::Outcome::right;
    double keep = 1;
    double threshold = 0;                  ///< from now on (updates only)
    const Direction* direction = nullptr;  ///< of the step; null: the row
};

/// Asks a rule of a known type, and lets it remember a move that is made. The margin is given and
/// the step returned in registers: the next score waits for them, and the way through memory cost a
/// tenth of a fit that learns every row.
template <Rule R>
double decide(AnyRule& any, double margin, const Example& rest, Decision& out) {
    R& rule = *std::get_if<R>(&any);
    Example example = rest;
    example.margin = margin;
    const Move move = rule.move(example);
    out.outcome = move.outcome;
    if (move.outcome != Move::Outcome::update) return 0;
    out.keep = move.keep;
    if constexpr (requires { rule.direction(example); }) out.direction = &rule.direction(example);
    if constexpr (requires { rule.moved(example, move); }) rule.moved(example, move);
    out.threshold = rule.threshold();
    return move.add;
}

/// Fetched before the loop over rows, which then need not know the type of the rule.
using Decide = double (*)(AnyRule&, double margin, const Example&, Decision&);

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

inline bool asks_weights2(const AnyRule& rule) {
    return std::visit([](const auto& r) { return requires { r.asks_weights2; }; }, rule);
}

inline bool takes_whole_steps(const AnyRule& rule) {
    return std::visit([](const auto& r) { return requires { r.whole_steps; }; }, rule);
}

inline void in_units(AnyRule& rule, double unit) {
    std::visit(
        [=](auto& r) {
            if constexpr (requires { r.in_units(unit); }) r.in_units(unit);
        },
        rule);
}

/// How long all steps of a rule are; 0: not all have one length.
inline double step_length(const AnyRule& rule) {
    return std::visit(
        [](const auto& r) -> double {
            if constexpr (requires { r.step_length(); })
                return r.step_length();
            else
                return 0;
        },
        rule);
}

inline void in_steps(AnyRule& rule, double length) {
    std::visit(
        [=](auto& r) {
            if constexpr (requires { r.in_steps(length); }) r.in_steps(length);
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
