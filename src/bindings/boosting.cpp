#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <optional>

#include "boosting/descents.hpp"
#include "boosting/passes.hpp"
#include "interrupt.hpp"
#include "lock.hpp"
#include "search.hpp"
#include "table.hpp"

namespace rosenblatt::bindings {

using namespace nb::literals;
using namespace rosenblatt::boosting;

namespace {

template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::vector<T> copied(const Array<T>& array) {
    return {array.data(), array.data() + array.shape(0)};
}

void require_size(std::size_t given, Index wanted) {
    if (given != static_cast<std::size_t>(wanted))
        throw nb::value_error("one entry is wanted for each row");
}

constexpr const char* kOverflow =
    "the scores overflowed: some features, sample weights or eta0 are far too large; scale the "
    "features, for example with sklearn.preprocessing.StandardScaler.";

/// Hypotheses as (lines, passes), and why no more were made.
nb::tuple to_tuple(const std::vector<RoundResult>& found, BoostingEnding ending) {
    nb::list lines;
    std::vector<std::int64_t> epochs;
    for (const RoundResult& result : found) {
        lines.append(to_array(result.hyperplanes));
        epochs.push_back(result.epochs);
    }
    return nb::make_tuple(lines, to_array(epochs), ending == BoostingEnding::rounds);
}

/// Runs rounds, the lock released, of the learner that `make(stop)` gives.
nb::tuple run_rounds(Boosting& boosting, const Table& table, const Grouping& grouping,
                     bool resample, const Array<std::uint64_t>& seeds, const auto& make) {
    require_size(static_cast<std::size_t>(size_of(table.rows)), boosting.size());
    InterruptWatch watch;
    const bool python_raises = default_handler();
    const Stop stop = [&] { return watch.rang() && interrupted(watch, python_raises); };
    std::vector<RoundResult> found;
    BoostingEnding ending;
    {
        const Unlocked unlocked;
        ending = run(boosting, table.rows, make(stop), grouping, resample,
                     {seeds.data(), seeds.shape(0)}, found, stop);
    }
    if (ending == BoostingEnding::stopped) raise_interrupt();
    if (ending == BoostingEnding::overflow) throw nb::value_error(kOverflow);
    return to_tuple(found, ending);
}

nb::tuple boost_descents(Boosting& boosting, const Table& table, bool resample,
                         Array<std::uint64_t> seeds, const std::vector<std::int32_t>& positives,
                         const search::DescentOptions& options, std::optional<Array<double>> by) {
    require_possible(options, dim_of(table.rows));
    if (by) require_size(by->shape(0), dim_of(table.rows));
    const std::vector<double> shift = by ? copied(*by) : std::vector<double>();
    return run_rounds(boosting, table, {}, resample, seeds, [&](const auto& stop) {
        return Descents(backend().kernels, table.rows, boosting.codes(), positives, shift, options,
                        stop);
    });
}

nb::tuple boost_passes(Boosting& boosting, const Table& table, bool resample,
                       Array<std::uint64_t> seeds, const PassOptions& options) {
    require_size(table.inspection.norm2.size(), boosting.size());
    // In the content order, weights may give a row some ten visits a pass.
    if (boosting.size() > Visit::kMost / 10)
        throw nb::value_error("too many rows to boost on; take a sample of them");
    const Grouping grouping{options.group, options.group_lanes};
    return run_rounds(boosting, table, grouping, resample, seeds, [&](const auto& stop) {
        return Passes(backend(), table.rows, table.inspection, boosting.codes(), options, stop);
    });
}

void bind_bookkeeping(nb::module_& m) {
    nb::class_<Boosting>(m, "Boosting")
        .def(
            "__init__",
            [](Boosting* self, Array<std::int32_t> codes, Index classes, Array<double> weights) {
                require_size(weights.shape(0), static_cast<Index>(codes.shape(0)));
                for (std::size_t i = 0; i < codes.shape(0); ++i)
                    if (codes.data()[i] < 0 || codes.data()[i] >= classes)
                        throw nb::value_error("a class code is out of range");
                new (self) Boosting(copied(codes), classes, copied(weights));
            },
            "codes"_a.noconvert(), "classes"_a, "weights"_a.noconvert())
        .def("round_weights", [](const Boosting& b) { return to_array(b.round_weights()); })
        .def(
            "sample",
            [](const Boosting& b, std::uint64_t seed) { return to_array(sample(b, seed)); },
            "seed"_a)
        .def(
            "take",
            [](Boosting& b, Array<std::int32_t> predicted) {
                require_size(predicted.shape(0), b.size());
                for (std::size_t i = 0; i < predicted.shape(0); ++i)
                    if (predicted.data()[i] < 0 || predicted.data()[i] >= b.classes())
                        throw nb::value_error("a class code is out of range");
                return b.take({predicted.data(), predicted.shape(0)});
            },
            "predicted"_a.noconvert())
        .def_prop_ro("rounds", &Boosting::rounds)
        .def_prop_ro("last_error", &Boosting::last_error)
        .def_prop_ro(
            "errors", [](const Boosting& b) { return to_array(b.errors()); },
            nb::rv_policy::automatic)
        .def_prop_ro(
            "alphas", [](const Boosting& b) { return to_array(b.alphas()); },
            nb::rv_policy::automatic)
        .def_prop_ro(
            "vote_errors", [](const Boosting& b) { return to_array(b.vote_errors()); },
            nb::rv_policy::automatic);
}

}  // namespace

void bind_boosting(nb::module_& m) {
    bind_bookkeeping(m);
    nb::enum_<Constant>(m, "Constant")
        .value("given", Constant::given)
        .value("value", Constant::value)
        .value("norm", Constant::norm);
    nb::class_<PassOptions>(m, "PassOptions")
        .def(
            "__init__",
            [](PassOptions* self, AnyRule rule, std::vector<std::int32_t> positives, AnyGroup group,
               Index group_lanes, std::vector<AnyKeeper> keepers, std::string hypothesis,
               Order order, Constant constant, double constant2, bool resample, Index max_passes) {
                new (self) PassOptions{.rule = rule,
                                       .positives = std::move(positives),
                                       .group = group,
                                       .group_lanes = group_lanes,
                                       .keepers = std::move(keepers),
                                       .hypothesis = std::move(hypothesis),
                                       .order = order,
                                       .constant = constant,
                                       .constant2 = constant2,
                                       .resample = resample,
                                       .max_passes = max_passes};
            },
            nb::kw_only(), "rule"_a, "positives"_a, "group"_a, "group_lanes"_a, "keepers"_a,
            "hypothesis"_a, "order"_a, "constant"_a, "constant2"_a = 0.0, "resample"_a = false,
            "max_passes"_a = 1);
    m.def("boost_descents", &boost_descents, "boosting"_a, "table"_a, "resample"_a,
          "seeds"_a.noconvert(), "positives"_a, "options"_a,
          "shift"_a.noconvert().none() = nb::none(),
          "Boost coordinate descents: (hyperplanes, epochs, whether every round was taken).");
    m.def("boost_passes", &boost_passes, "boosting"_a, "table"_a, "resample"_a,
          "seeds"_a.noconvert(), "options"_a, "The same for learners that visit row by row.");
}

}  // namespace rosenblatt::bindings
