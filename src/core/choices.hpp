#pragma once
// The only lists of what can be combined. Whatever is added here is met by everything else.
#include <cstdint>
#include <variant>

#include "groups/joint.hpp"
#include "groups/majority.hpp"
#include "groups/single.hpp"
#include "keepers/averaged.hpp"
#include "keepers/longest.hpp"
#include "keepers/pocket.hpp"
#include "keepers/voted.hpp"
#include "rows/csr.hpp"
#include "rows/dense.hpp"
#include "rows/kernel.hpp"
#include "rules/alma.hpp"
#include "rules/arow.hpp"
#include "rules/ballseptron.hpp"
#include "rules/confidence.hpp"
#include "rules/gradient.hpp"
#include "rules/kernel_second_order.hpp"
#include "rules/norma.hpp"
#include "rules/passive_aggressive.hpp"
#include "rules/perceptron.hpp"
#include "rules/romma.hpp"
#include "rules/second_order.hpp"

namespace rosenblatt {

/// How rows are stored.
using AnyTable = std::variant<DenseTable<float>, DenseTable<double>, CsrTable<float, std::int32_t>,
                              CsrTable<float, std::int64_t>, CsrTable<double, std::int32_t>,
                              CsrTable<double, std::int64_t>>;

/// Where rows come from that are known by their products alone.
using AnyKernel = std::variant<KernelTable<float>, KernelTable<double>>;

/// When and how far to move.
using AnyRule = std::variant<Perceptron, PassiveAggressive, Gradient, Romma, Alma, Norma,
                             Ballseptron, Arow, Confidence, SecondOrder, KernelSecondOrder>;

/// Which hypothesis is kept.
using AnyKeeper = std::variant<Longest, Pocket, Averaged, Voted>;

/// How lanes act together.
using AnyGroup = std::variant<Single, Joint, Majority>;

inline Index size_of(const AnyTable& table) {
    return std::visit([](const auto& t) { return t.size; }, table);
}
inline Index dim_of(const AnyTable& table) {
    return std::visit([](const auto& t) { return t.dim; }, table);
}

}  // namespace rosenblatt
