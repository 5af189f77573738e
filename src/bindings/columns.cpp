#include <nanobind/stl/vector.h>

#include "base/exact_sums.hpp"
#include "base/standardise.hpp"
#include "lock.hpp"
#include "table.hpp"

namespace rosenblatt::bindings {

using namespace nb::literals;

namespace {

template <class T>
using Column = nb::ndarray<const T, nb::ndim<1>, nb::device::cpu>;
using Words = nb::ndarray<nb::numpy, std::uint32_t>;

template <class T>
nb::tuple exact_moments(const Column<T>& column) {
    ExactMoments found;
    {
        const Unlocked unlocked;
        found.add_all(column.data(), column.stride(0), static_cast<Index>(column.shape(0)));
    }
    return nb::make_tuple(found.known, found.infinite, found.least, found.largest,
                          to_array(found.total.words()), to_array(found.squares.words()));
}

template <class From, class To>
void standardised(const std::vector<Column<From>>& given, const std::vector<double>& missing,
                  const std::vector<double>& shift, const std::vector<double>& scale,
                  const std::vector<Index>& places,
                  nb::ndarray<To, nb::ndim<2>, nb::c_contig, nb::device::cpu> out) {
    const auto rows = static_cast<Index>(out.shape(0)), width = static_cast<Index>(out.shape(1));
    std::vector<NumberColumn<From>> columns;
    for (std::size_t k = 0; k < given.size(); ++k) {
        if (static_cast<Index>(given[k].shape(0)) != rows || places.at(k) >= width || places[k] < 0)
            throw nb::value_error("columns and matrix do not match");
        columns.push_back(
            {given[k].data(), given[k].stride(0), missing.at(k), shift.at(k), scale.at(k)});
    }
    const Unlocked unlocked;
    standardise(columns, places, rows, out.data(), width);
}

template <class From, class To>
void bind_standardised(nb::module_& m) {
    m.def("standardise", &standardised<From, To>, "columns"_a.noconvert(), "missing"_a, "shift"_a,
          "scale"_a, "places"_a, "out"_a.noconvert(),
          "Write (column - shift) / scale to the columns of a matrix; NaN becomes missing first.");
}

}  // namespace

void bind_columns(nb::module_& m) {
    const char* text =
        "Known and infinite values, least, largest, exact sum and sum of squares as words of 32 "
        "bits in two's complement, in units of 2^-1074 and 2^-2148.";
    m.def("exact_moments", &exact_moments<double>, "column"_a.noconvert(), text);
    m.def("exact_moments", &exact_moments<float>, "column"_a.noconvert(), text);
    bind_standardised<double, double>(m);
    bind_standardised<double, float>(m);
    bind_standardised<float, double>(m);
    bind_standardised<float, float>(m);
}

}  // namespace rosenblatt::bindings
