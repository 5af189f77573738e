#include <nanobind/stl/variant.h>

#include "online/voting.hpp"
#include "table.hpp"

namespace rosenblatt::bindings {

using namespace nb::literals;

namespace {

template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Products = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Matrix = nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> span_of(const Array<T>& array) {
    return {array.data(), array.shape(0)};
}

void vote(const AnyGroup& any, const Products& products, double start_run,
          const Array<std::int64_t>& row, const Array<std::int64_t>& first,
          const Array<std::int64_t>& lane, const Array<double>& keep, const Array<double>& step,
          const Array<double>& run, Matrix scores, Matrix sums) {
    const VoteSpan list{span_of(row),  span_of(first), span_of(lane), span_of(keep),
                        span_of(step), span_of(run),   start_run};
    const auto points = static_cast<Index>(products.shape(1));
    const auto lanes = static_cast<Index>(scores.shape(0));
    nb::gil_scoped_release unlocked;
    std::visit(
        [&](const auto& group) {
            add_votes(group, list, products.data(), points, lanes, scores.data(), sums.data());
        },
        any);
}

}  // namespace

void bind_votes(nb::module_& m) {
    m.def("vote", &vote, "group"_a, "products"_a.noconvert(), "start_run"_a, "row"_a.noconvert(),
          "first"_a.noconvert(), "lane"_a.noconvert(), "keep"_a.noconvert(), "step"_a.noconvert(),
          "run"_a.noconvert(), "scores"_a.noconvert(), "sums"_a.noconvert(),
          "Walk along a list of updates: scores become those of the last hypothesis, sums the "
          "votes of all (lanes x points).");
}

}  // namespace rosenblatt::bindings
