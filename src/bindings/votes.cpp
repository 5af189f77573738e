#include <algorithm>

#include "online/voting.hpp"
#include "table.hpp"

namespace rosenblatt::bindings {

using namespace nb::literals;

namespace {

using Doubles = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Indices = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Products = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
using Sums = nb::ndarray<double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Table2 = nb::ndarray<double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

}  // namespace

void bind_votes(nb::module_& m) {
    m.def(
        "vote",
        [](Products products, Indices row, Doubles keep, Doubles step, Doubles run,
           double start_run, Sums scores, Sums sums) {
            nb::gil_scoped_release unlocked;
            const VoteList list{row.data(),          nullptr,     nullptr,
                                keep.data(),         step.data(), run.data(),
                                Index(row.shape(0)), start_run};
            add_votes(list, products.data(), Index(products.shape(1)), scores.data(), sums.data());
        },
        "products"_a.noconvert(), "row"_a.noconvert(), "keep"_a.noconvert(), "step"_a.noconvert(),
        "run"_a.noconvert(), "start_run"_a, "scores"_a.noconvert(), "sums"_a.noconvert());
    m.def(
        "vote_joint",
        [](Products products, Indices row, Indices raised, Indices lowered, Doubles keep,
           Doubles step, Doubles run, double start_run, Table2 scores, Table2 sums) {
            nb::gil_scoped_release unlocked;
            const VoteList list{row.data(),  raised.data(), lowered.data(),      keep.data(),
                                step.data(), run.data(),    Index(row.shape(0)), start_run};
            add_joint_votes(list, products.data(), Index(products.shape(1)), Index(scores.shape(0)),
                            scores.data(), sums.data());
        },
        "products"_a.noconvert(), "row"_a.noconvert(), "raised"_a.noconvert(),
        "lowered"_a.noconvert(), "keep"_a.noconvert(), "step"_a.noconvert(), "run"_a.noconvert(),
        "start_run"_a, "scores"_a.noconvert(), "sums"_a.noconvert());
}

}  // namespace rosenblatt::bindings
