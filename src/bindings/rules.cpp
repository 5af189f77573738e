#include <nanobind/nanobind.h>

#include <limits>

#include "table.hpp"

namespace rosenblatt::bindings {

using namespace nb::literals;

void bind_rules(nb::module_& m) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    nb::class_<Perceptron>(m, "Perceptron")
        .def(nb::init<double, double, double, double>(), "tau"_a = 0.0, "lam"_a = 0.0,
             "eta0"_a = 1.0, "alpha"_a = inf);
    nb::class_<PassiveAggressive>(m, "PassiveAggressive")
        .def(nb::init<double, bool>(), "c"_a = 1.0, "squared"_a = false);
}

}  // namespace rosenblatt::bindings
