#pragma once
#include <cstdint>
#include <variant>

#include "rules/rule.hpp"

namespace rosenblatt {

/// Row-major data with a row stride: views of larger arrays need no copy.
template <class T>
struct DenseTable {
    using Value = T;
    const T* data;
    Index size, dim, stride;
};

/// Compressed rows; J is the type of the column indices and of the row starts.
template <class T, class J>
struct CsrTable {
    using Value = T;
    const T* values;
    const J* columns;
    const J* starts;
    Index size, dim;
    bool ones = false;  ///< every stored value is 1, so that they need not be read
};

using AnyTable = std::variant<DenseTable<float>, DenseTable<double>, CsrTable<float, std::int32_t>,
                              CsrTable<float, std::int64_t>, CsrTable<double, std::int32_t>,
                              CsrTable<double, std::int64_t>>;

/// What a survey found out and rows can make use of.
inline void note_ones(AnyTable& table, bool ones) {
    std::visit(
        [=](auto& t) {
            if constexpr (requires { t.ones; }) t.ones = ones;
        },
        table);
}

inline Index size_of(const AnyTable& table) {
    return std::visit([](const auto& t) { return t.size; }, table);
}

inline Index dim_of(const AnyTable& table) {
    return std::visit([](const auto& t) { return t.dim; }, table);
}

}  // namespace rosenblatt
