// What can be combined, as Python names it: one line for each entry of core/choices.hpp.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/variant.h>

#include <limits>
#include <type_traits>
#include <variant>

#include "online/decide.hpp"
#include "table.hpp"

namespace rosenblatt::bindings {

using namespace nb::literals;

namespace {

void bind_rules(nb::module_& m) {
    constexpr double inf = std::numeric_limits<double>::infinity();
    nb::class_<Perceptron>(m, "Perceptron")
        .def(nb::init<double, double, double, double, std::optional<double>, bool>(), "tau"_a = 0.0,
             "lam"_a = 0.0, "eta0"_a = 1.0, "alpha"_a = inf, "tau_negative"_a.none() = nb::none(),
             "lam_of_step"_a = false);
    nb::class_<PassiveAggressive>(m, "PassiveAggressive")
        .def(nb::init<double, bool>(), "c"_a = 1.0, "squared"_a = false);
    nb::class_<Gradient>(m, "Gradient")
        .def(nb::init<double, bool, double, double, bool>(), "tau"_a = 1.0, "residual"_a = false,
             "eta0"_a = 0.002, "decay"_a = 0.0, "relative"_a = false);
    nb::class_<Alma>(m, "Alma").def(nb::init<double, double, double>(), "alpha"_a, "b"_a, "c"_a);
    nb::class_<Arow>(m, "Arow").def(nb::init<double, double>(), "r"_a = 1.0, "tau"_a = 1.0);
    nb::class_<Ballseptron>(m, "Ballseptron").def(nb::init<double>(), "radius"_a = 0.0);
    nb::class_<Confidence>(m, "Confidence")
        .def(nb::init<double, double, bool>(), "phi"_a = 1.0, "c"_a = inf, "squared"_a = false);
    nb::class_<Norma>(m, "Norma")
        .def(nb::init<double, double, double, double, double>(), "lam"_a = 1e-4, "eta0"_a = 0.01,
             "decay"_a = 0.0, "nu"_a = 0.0, "rho"_a = 1.0);
    nb::class_<SecondOrder>(m, "SecondOrder")
        .def(nb::init<double, int>(), "ridge"_a = 1.0, "tie"_a = 0);
    nb::class_<KernelSecondOrder>(m, "KernelSecondOrder")
        .def(nb::init<double, int>(), "ridge"_a = 1.0, "tie"_a = 0);
    m.def("asks_weights2", &asks_weights2, "rule"_a, "Whether it asks for the length of weights.");
    nb::class_<Romma>(m, "Romma").def(nb::init<double, double>(), "tau"_a = 0.0, "floor"_a = 1e-4);
}

/// How many vectors of weights each keeper saves of a lane, before anything else.
nb::dict saved_vectors() {
    nb::dict out;
    const auto tell = [&]<class K>(std::type_identity<K>) {
        if constexpr (requires { K::vectors; })
            out[K::name] = int(K::vectors);
        else
            out[K::name] = 1;
    };
    [&]<class... K>(std::type_identity<std::variant<K...>>) {
        (tell(std::type_identity<K>{}), ...);
    }(std::type_identity<AnyKeeper>{});
    return out;
}

void bind_keepers(nb::module_& m) {
    m.def("saved_vectors", &saved_vectors, "How many vectors of weights each keeper saves.");
    nb::class_<Longest>(m, "Longest").def(nb::init<>());
    nb::class_<Pocket>(m, "Pocket").def(nb::init<>());
    nb::class_<Averaged>(m, "Averaged").def(nb::init<>());
    nb::class_<Voted>(m, "Voted").def(nb::init<>());
}

void bind_groups(nb::module_& m) {
    nb::class_<Single>(m, "Single").def(nb::init<>());
    nb::class_<Joint>(m, "Joint").def(nb::init<>());
    nb::class_<Majority>(m, "Majority").def(nb::init<>());
}

}  // namespace

void bind_choices(nb::module_& m) {
    bind_rules(m);
    bind_keepers(m);
    bind_groups(m);
}

}  // namespace rosenblatt::bindings
