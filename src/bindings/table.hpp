#pragma once
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <vector>

#include "backend.hpp"

namespace rosenblatt::bindings {

namespace nb = nanobind;

/// The instruction set in use: the best this machine has, unless asked otherwise.
const Backend& backend();

/// A caller's arrays as the core reads them; the arrays are kept alive, never copied.
struct Table {
    AnyTable rows;
    Index stored;  ///< values held by a sparse table
    Inspection inspection = {};
    std::vector<nb::object> owners = {};
};

/// What one fit visits: which rows, which labels and weights, in which order.
struct VisitPlan {
    const Table* table;
    Examples examples;
    Order order;
    std::uint64_t seed;
};

template <class T>
nb::ndarray<nb::numpy, T> to_array(const std::vector<T>& values) {
    T* copy = new T[values.size() ? values.size() : 1];
    std::copy(values.begin(), values.end(), copy);
    nb::capsule owner(copy, [](void* p) noexcept { delete[] static_cast<T*>(p); });
    return nb::ndarray<nb::numpy, T>(copy, {values.size()}, owner);
}

void bind_columns(nb::module_& m);
void bind_labels(nb::module_& m);
void bind_choices(nb::module_& m);
void bind_table(nb::module_& m);
void bind_kernel(nb::module_& m);
void bind_training(nb::module_& m);
void bind_votes(nb::module_& m);
void bind_search(nb::module_& m);
void bind_boosting(nb::module_& m);

}  // namespace rosenblatt::bindings
