#include <nanobind/stl/optional.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/threads.hpp"
#include "interrupt.hpp"
#include "lock.hpp"
#include "table.hpp"

namespace rosenblatt::bindings {

using namespace nb::literals;

namespace {

template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<nb::numpy, double, nb::ndim<2>>;
using Start = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T>
using Matrix = nb::ndarray<const T, nb::ndim<2>, nb::device::cpu>;

template <class T>
std::span<const T> span_of(nb::handle array) {
    const auto numbers = nb::cast<Array<T>>(array);
    return {numbers.data(), numbers.shape(0)};
}

/// A list as `Training.votes` gives it; the arrays stay the caller's.
VoteSpan list_of(const nb::tuple& list) {
    return {nb::cast<double>(list[0]),      span_of<std::int64_t>(list[1]),
            span_of<std::int64_t>(list[2]), span_of<std::int64_t>(list[3]),
            span_of<double>(list[4]),       span_of<double>(list[5]),
            span_of<double>(list[6])};
}

/// The lists of a model, and the arrays they lie in.
struct Voting {
    std::vector<nb::tuple> owners;
    VoteLists lists;
};

void make_voting(Voting* self, const AnyGroup& group, const std::vector<nb::tuple>& given,
                 Index group_lanes, double constant2) {
    const bool alone = std::visit([]<class G>(const G&) { return !VotesTogether<G>; }, group);
    if (group_lanes < 1 || (alone && group_lanes > 1))
        throw nb::value_error("the group does not have so many lanes");
    std::vector<VoteSpan> lists;
    for (const nb::tuple& list : given) {
        lists.push_back(list_of(list));
        if (!lists.back().consistent(group_lanes))
            throw nb::value_error("the arrays of a list of updates do not belong together");
    }
    new (self) Voting{given, VoteLists(group, group_lanes, std::move(lists), constant2)};
}

/// Without the lock, points shared out over threads.
void share_out(const VoteLists& lists, const Points& points, Index threads, const Stop& ask) {
    const Unlocked unlocked;
    const Index parts = std::clamp<Index>(threads, 1, std::max<Index>(points.count, 1));
    run_tasks(
        parts, parts,
        [&](Index p, const Stop& stop) {
            const PointRange range{points.count * p / parts, points.count * (p + 1) / parts};
            backend().vote(lists, points, range, stop);
        },
        ask);
}

void walk(const VoteLists& lists, const Points& points, Index threads) {
    constexpr Index shortly = Index(1) << 20;  // over before anybody could ask
    if (lists.updates() * points.count < shortly)
        return share_out(lists, points, 1, [] { return false; });
    const bool python_raises = default_handler();
    InterruptWatch watch;
    bool by_user = false;
    share_out(lists, points, threads, [&] {
        return by_user = by_user || (watch.rang() && interrupted(watch, python_raises));
    });
    if (by_user) raise_interrupt();
}

/// Signed sums of votes, lanes x points; raises KeyboardInterrupt on Ctrl-C.
template <class T>
Numbers sums_of(Voting& self, const Matrix<T>& products, const std::optional<Start>& start,
                Index threads) {
    VoteLists& lists = self.lists;
    const auto lanes = static_cast<std::size_t>(lists.lanes());
    const std::size_t count = products.shape(1);
    if (static_cast<Index>(products.shape(0)) < lists.rows())
        throw nb::value_error("the updates name more rows than the products have");
    if (start && (start->shape(0) != lanes || start->shape(1) != count))
        throw nb::value_error("one starting score is wanted for each lane and point");
    auto* const sums = new double[std::max<std::size_t>(lanes * count, 1)];
    nb::capsule owner(sums, [](void* p) noexcept { delete[] static_cast<double*>(p); });
    const ProductMatrix<T> matrix{products.data(), static_cast<Index>(products.shape(0)),
                                  products.stride(0), products.stride(1)};
    const Points points{matrix, start ? start->data() : nullptr, sums, static_cast<Index>(count)};
    lists.prepare_for(points.products);
    walk(lists, points, threads);
    return Numbers(sums, {lanes, count}, owner);
}

}  // namespace

void bind_votes(nb::module_& m) {
    auto voting = nb::class_<Voting>(
        m, "Voting", "Lists of updates, one for each group of lanes, made ready to be walked.");
    voting.def("__init__", &make_voting, "group"_a, "lists"_a, "group_lanes"_a = 1,
               "constant2"_a = 0.0);
    const auto def_sums = [&]<class T>(T) {
        voting.def("sums", &sums_of<T>, "products"_a.noconvert(),
                   "start"_a.noconvert().none() = nb::none(), "threads"_a = 1,
                   "Votes of all hypotheses, lanes x points, from the products of rows and points "
                   "without the constant feature, in any layout; `start` are the scores of the "
                   "starting weights.");
    };
    def_sums(float{});
    def_sums(double{});
}

}  // namespace rosenblatt::bindings
