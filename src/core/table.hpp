#pragma once
#include <cstdint>
#include <variant>

#include "concepts.hpp"

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
};

using AnyTable = std::variant<DenseTable<float>, DenseTable<double>, CsrTable<float, std::int32_t>,
                              CsrTable<float, std::int64_t>, CsrTable<double, std::int32_t>,
                              CsrTable<double, std::int64_t>>;

inline Index size_of(const AnyTable& table) {
    return std::visit([](const auto& t) { return t.size; }, table);
}

inline Index dim_of(const AnyTable& table) {
    return std::visit([](const auto& t) { return t.dim; }, table);
}

}  // namespace rosenblatt
