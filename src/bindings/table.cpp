#include "table.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "lock.hpp"
#include "visits/mean_squared_value.hpp"

namespace rosenblatt::bindings {

using namespace nb::literals;

namespace {

const Backend* chosen = nullptr;

const Backend& best_backend() {
#if defined(ROSENBLATT_HAS_AVX2)
    if (__builtin_cpu_supports("avx2")) return avx2_backend();
#endif
    return portable_backend();
}

void use_backend(const std::string& name) {
    if (name == "best")
        chosen = &best_backend();
    else if (name == "portable")
        chosen = &portable_backend();
    else
        throw std::invalid_argument("unknown instruction set; choose best or portable");
}

template <class T>
using Matrix = nb::ndarray<const T, nb::ndim<2>, nb::device::cpu>;
template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
Table dense_table(Matrix<T> x) {
    const auto rows = static_cast<Index>(x.shape(0)), columns = static_cast<Index>(x.shape(1));
    if (columns > 1 && x.stride(1) != 1)
        throw std::invalid_argument("the columns of a row must stand side by side");
    return Table{
        DenseTable<T>{x.data(), rows, columns, x.stride(0)}, rows * columns, {}, {nb::cast(x)}};
}

template <class T, class J>
Table csr_table(Array<T> values, Array<J> columns, Array<J> starts, Index dim) {
    const auto rows = static_cast<Index>(starts.shape(0)) - 1;
    const auto stored = static_cast<Index>(std::min(values.shape(0), columns.shape(0)));
    return Table{CsrTable<T, J>{values.data(), columns.data(), starts.data(), rows, dim},
                 stored,
                 {},
                 {nb::cast(values), nb::cast(columns), nb::cast(starts)}};
}

/// (kind, row, column) of the first thing wrong with the table, or None.
nb::object inspect(Table& table) {
    {
        const Unlocked unlocked;
        table.inspection = backend().inspect(table.rows, table.stored);
        std::visit(
            [&](auto& rows) {
                if constexpr (requires { rows.ones; }) rows.ones = table.inspection.ones;
            },
            table.rows);
    }
    const Inspection::Fault& fault = table.inspection.fault;
    if (fault.kind == Inspection::Fault::none) return nb::none();
    const char* kinds[] = {"none", "value", "starts", "column"};
    return nb::make_tuple(kinds[fault.kind], fault.row, fault.column_index);
}

VisitPlan* arrange(const Table& table, Array<std::int32_t> labels,
                   std::optional<Array<double>> weights, std::optional<Array<std::int64_t>> subset,
                   Order order, std::uint64_t seed) {
    const Selection data{labels.data(),
                         weights ? weights->data() : nullptr,
                         subset ? subset->data() : nullptr,
                         subset ? static_cast<Index>(subset->shape(0)) : 0,
                         table.inspection.norm2.data(),
                         table.inspection.largest};
    auto plan = std::make_unique<VisitPlan>();
    {
        const Unlocked unlocked;
        *plan = {&table, backend().arrange(table.rows, data, order, seed), order, seed};
    }
    if (plan->examples.size() > Visit::kMost)
        throw nb::value_error("more than 2147483648 visits in one pass; use partial_fit");
    return plan.release();
}

}  // namespace

const Backend& backend() {
    if (chosen == nullptr) chosen = &best_backend();
    return *chosen;
}

void bind_table(nb::module_& m) {
    m.def("use", &use_backend, "instructions"_a, "Choose the instruction set: best or portable.");
    m.def("instructions", [] { return backend().name; });
    nb::enum_<Order>(m, "Order")
        .value("cyclic", Order::cyclic)
        .value("shuffled", Order::shuffled)
        .value("random", Order::random)
        .value("content", Order::content);
    nb::class_<Table>(m, "Table")
        .def("inspect", &inspect)
        .def_prop_ro("largest", [](const Table& t) { return t.inspection.largest; })
        .def_prop_ro("smallest", [](const Table& t) { return t.inspection.smallest; })
        .def_prop_ro("nonzeros", [](const Table& t) { return t.inspection.nonzeros; })
        .def_prop_ro("canonical", [](const Table& t) { return t.inspection.canonical; })
        .def_prop_ro(
            "norm2", [](const Table& t) { return to_array(t.inspection.norm2); },
            nb::rv_policy::automatic)
        .def("arrange", &arrange, nb::keep_alive<0, 1>(), "labels"_a.noconvert(),
             "weights"_a.noconvert().none() = nb::none(),
             "subset"_a.noconvert().none() = nb::none(), "order"_a = Order::cyclic, "seed"_a = 0);
    m.def("dense", &dense_table<float>, "x"_a.noconvert());
    m.def("dense", &dense_table<double>, "x"_a.noconvert());
    m.def("csr", &csr_table<float, std::int32_t>, "values"_a.noconvert(), "columns"_a.noconvert(),
          "starts"_a.noconvert(), "dim"_a);
    m.def("csr", &csr_table<float, std::int64_t>, "values"_a.noconvert(), "columns"_a.noconvert(),
          "starts"_a.noconvert(), "dim"_a);
    m.def("csr", &csr_table<double, std::int32_t>, "values"_a.noconvert(), "columns"_a.noconvert(),
          "starts"_a.noconvert(), "dim"_a);
    m.def("csr", &csr_table<double, std::int64_t>, "values"_a.noconvert(), "columns"_a.noconvert(),
          "starts"_a.noconvert(), "dim"_a);
    nb::class_<VisitPlan>(m, "VisitPlan")
        .def_prop_ro("size", [](const VisitPlan& p) { return p.examples.size(); })
        .def_prop_ro("contradictions", [](const VisitPlan& p) { return p.examples.contradictions; })
        .def_prop_ro("mean_squared_value",
                     [](const VisitPlan& p) {
                         const Table& table = *p.table;
                         return mean_squared_value(table.rows, table.inspection, p.examples);
                     })
        .def_prop_ro("mean_squared_norm",
                     [](const VisitPlan& p) { return p.examples.mean_squared_norm; })
        .def_prop_ro(
            "rows",
            [](const VisitPlan& p) {
                std::vector<std::int64_t> rows(static_cast<std::size_t>(p.examples.size()));
                for (Index e = 0; e < p.examples.size(); ++e) rows[e] = p.examples.row_of(e);
                return to_array(rows);
            },
            nb::rv_policy::automatic)
        .def_prop_ro(
            "weights",
            [](const VisitPlan& p) {
                std::vector<double> weights(static_cast<std::size_t>(p.examples.size()));
                for (Index e = 0; e < p.examples.size(); ++e)
                    weights[e] =
                        p.examples.weight_of(e) * static_cast<double>(p.examples.times_of(e));
                return to_array(weights);
            },
            nb::rv_policy::automatic)
        .def_prop_ro(
            "times",
            [](const VisitPlan& p) {
                std::vector<std::int64_t> times(static_cast<std::size_t>(p.examples.size()));
                for (Index e = 0; e < p.examples.size(); ++e) times[e] = p.examples.times_of(e);
                return to_array(times);
            },
            nb::rv_policy::automatic)
        .def(
            "pass_order",
            [](const VisitPlan& p, Index number) {
                Visits visits(p.order, p.seed, p.examples.size(), p.examples.first_pass);
                const Visit* order = visits.pass(number);
                std::vector<std::int64_t> out(static_cast<std::size_t>(p.examples.size()));
                for (Index v = 0; v < p.examples.size(); ++v)
                    out[v] = order == nullptr ? v : order[v].example();
                return to_array(out);
            },
            "number"_a, "Example numbers in the order a pass visits them.");
}

}  // namespace rosenblatt::bindings
