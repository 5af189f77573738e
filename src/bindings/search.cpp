#include "search.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <chrono>
#include <exception>
#include <optional>

#include "interrupt.hpp"
#include "lock.hpp"
#include "search/quantise.hpp"
#include "search/solve.hpp"
#include "table.hpp"

namespace rosenblatt::bindings {

using namespace nb::literals;
namespace srch = rosenblatt::search;

namespace {

template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T>
std::span<const T> span_of(const Array<T>& array) {
    return {array.data(), array.shape(0)};
}

template <class T>
std::span<const T> span_of(const std::optional<Array<T>>& array) {
    return array ? span_of(*array) : std::span<const T>();
}

/// The arrays of one problem, kept alive.
struct ProblemArrays {
    Array<std::int8_t> labels;
    Array<double> start;
    std::optional<Array<double>> weights;
    std::optional<Array<std::int64_t>> subset;
    std::optional<Array<double>> shift;
    srch::DescentOptions options;

    srch::DescentProblem problem() const {
        return {span_of(subset), span_of(labels), span_of(weights),
                span_of(start),  span_of(shift),  options};
    }
};

/// What does not fit the table would be read beyond its end.
void require_fit(const ProblemArrays& d, const Table& table) {
    const auto rows = static_cast<std::size_t>(size_of(table.rows));
    if (d.labels.shape(0) != rows || (d.weights && d.weights->shape(0) != rows))
        throw nb::value_error("one label (and weight) is wanted for each row of the table");
    if (d.start.shape(0) != static_cast<std::size_t>(dim_of(table.rows)) + 1)
        throw nb::value_error("the start wants one weight for each column, the bias last");
    if (d.shift && d.shift->shape(0) != static_cast<std::size_t>(dim_of(table.rows)))
        throw nb::value_error("the shift wants one number for each column");
    for (const std::int64_t row : span_of(d.subset))
        if (row < 0 || row >= static_cast<std::int64_t>(rows))
            throw nb::value_error("the subset names a row that the table does not have");
    require_possible(d.options, dim_of(table.rows));
}

const char* name_of(srch::DescentEnding ending) {
    const char* names[] = {"max_iter", "separated", "time_limit"};
    return names[static_cast<int>(ending)];
}

nb::tuple to_tuple(const srch::DescentResult& r) {
    return nb::make_tuple(to_array(r.weights), r.error, r.epochs, name_of(r.ending),
                          to_array(r.history.errors), to_array(r.history.epochs),
                          to_array(r.history.seconds));
}

/// Tells Python about running descents, some times a second; it may answer that they shall end.
class Reporter {
  public:
    Reporter(nb::object report, double every, std::size_t problems)
        : report_(std::move(report)), every_(every), onlookers_(problems) {}

    /// Tell Python after every so many epochs of a descent, with the best weights so far.
    void tell_parts(nb::object at_part, std::int64_t part) {
        if (at_part.is_none()) return;
        if (part < 1) throw nb::value_error("a part wants one epoch at least");
        part_ = std::move(at_part), onlookers_.part = part;
        onlookers_.at_part = [this](Index problem, std::int64_t epochs, double error,
                                    std::span<const double> weights) {
            const Locked locked;
            const std::vector<double> copy(weights.begin(), weights.end());
            ask([&] { return part_(problem, epochs, error, to_array(copy)); });
        };
    }

    srch::Onlookers* onlookers() {
        return report_.is_none() && !onlookers_.at_part ? nullptr : &onlookers_;
    }

    /// To be called often, without the interpreter lock; true if Python raised an error.
    bool look() {
        if (error_ || report_.is_none()) return error_ != nullptr;
        const auto now = srch::Clock::now();
        if (std::chrono::duration<double>(now - last_).count() < every_) return false;
        last_ = now;
        const Locked locked;
        ask([&] { return report_(progress()); });
        return error_ != nullptr;
    }

    void rethrow() const {
        if (error_) std::rethrow_exception(error_);
    }

  private:
    /// What Python answers, or raises, may end all.
    template <class Question>
    void ask(Question question) {
        try {
            if (nb::cast<bool>(nb::bool_(question()))) onlookers_.enough = true;
        } catch (nb::python_error&) {
            error_ = std::current_exception();
            onlookers_.enough = true;
        }
    }

    nb::list progress() const {
        nb::list all;
        for (const auto& p : onlookers_.progress)
            all.append(nb::make_tuple(p.epochs.load(), p.error.load()));
        return all;
    }

    nb::object report_, part_;
    double every_;
    srch::Onlookers onlookers_;
    srch::Clock::time_point last_ = srch::Clock::now();
    std::exception_ptr error_;
};

nb::list descend(const Table& table, const std::vector<const ProblemArrays*>& given, Index threads,
                 double seconds, nb::object report, double every, nb::object at_part,
                 std::int64_t part) {
    std::vector<srch::DescentProblem> problems;
    for (const ProblemArrays* d : given) require_fit(*d, table), problems.push_back(d->problem());
    InterruptWatch watch;
    const bool python_raises = default_handler();
    bool by_user = false;
    Reporter reporter(std::move(report), every, problems.size());
    if (!at_part.is_none()) threads = 1;  // parts are told in one order
    reporter.tell_parts(std::move(at_part), part);
    const auto stop = [&] {
        by_user = by_user || (watch.rang() && interrupted(watch, python_raises));
        return by_user || reporter.look();
    };
    std::vector<srch::DescentResult> results;
    {
        const Unlocked unlocked;
        results = srch::solve(backend().kernels, table.rows, problems, threads, seconds, stop,
                              reporter.onlookers());
    }
    reporter.rethrow();
    if (by_user) raise_interrupt();
    nb::list out;
    for (const auto& result : results) out.append(to_tuple(result));
    return out;
}

template <class T>
nb::tuple search_line(Array<T> s, Array<T> delta, Array<std::int8_t> y,
                      std::optional<Array<std::uint32_t>> weights, srch::Method method,
                      bool two_sided, double pick) {
    const srch::Interval found =
        srch::search_line<T>(backend().kernels, span_of(s), span_of(delta), span_of(y),
                             span_of(weights), method, two_sided, pick);
    return nb::make_tuple(found.low, found.high, found.error, found.flipped, found.alpha());
}

nb::tuple quantise(Array<double> weights) {
    const srch::Quantised q = srch::quantise(span_of(weights));
    return nb::make_tuple(to_array(q.units), q.scale);
}

void bind_options(nb::module_& m) {
    nb::enum_<srch::Directions>(m, "Directions")
        .value("uniform", srch::Directions::uniform)
        .value("gaussian", srch::Directions::gaussian)
        .value("coordinate", srch::Directions::coordinate)
        .value("gradient", srch::Directions::gradient)
        .value("mixed", srch::Directions::mixed);
    nb::enum_<srch::Method>(m, "Method")
        .value("buckets", srch::Method::buckets)
        .value("sort", srch::Method::sort);
    using Options = srch::DescentOptions;
    nb::class_<Options>(m, "DescentOptions")
        .def(
            "__init__",
            [](Options* self, srch::Directions directions, bool bias_direction, bool orthogonal,
               bool two_sided, bool intercept, bool perturb, std::int64_t epochs, bool history,
               srch::Method method) {
                new (self) Options{.directions = directions,
                                   .bias_direction = bias_direction,
                                   .orthogonal = orthogonal,
                                   .two_sided = two_sided,
                                   .intercept = intercept,
                                   .perturb = perturb,
                                   .epochs = epochs,
                                   .record_history = history,
                                   .method = method};
            },
            nb::kw_only(), "directions"_a = srch::Directions::uniform, "bias_direction"_a = true,
            "orthogonal"_a = false, "two_sided"_a = false, "intercept"_a = true,
            "perturb"_a = false, "epochs"_a = 2000, "history"_a = true,
            "method"_a = srch::Method::buckets);
}

void bind_problem(nb::module_& m) {
    nb::class_<ProblemArrays>(m, "DescentProblem")
        .def(
            "__init__",
            [](ProblemArrays* self, Array<std::int8_t> labels, Array<double> start,
               std::optional<Array<double>> weights, std::optional<Array<std::int64_t>> subset,
               srch::DescentOptions options, std::uint64_t seed,
               std::optional<Array<double>> shift) {
                options.seed = seed;
                new (self) ProblemArrays{labels, start, weights, subset, shift, options};
            },
            "labels"_a.noconvert(), "start"_a.noconvert(),
            "weights"_a.noconvert().none() = nb::none(), "subset"_a.noconvert().none() = nb::none(),
            "options"_a = srch::DescentOptions{}, "seed"_a = 0,
            "shift"_a.noconvert().none() = nb::none());
}

template <class T>
void bind_search_line(nb::module_& m) {
    m.def("search_line", &search_line<T>, "s"_a.noconvert(), "delta"_a.noconvert(),
          "y"_a.noconvert(), "weights"_a.noconvert().none() = nb::none(),
          "method"_a = srch::Method::buckets, "two_sided"_a = false, "pick"_a = 0.0,
          "(low, high, error, flipped, alpha) of one exact line search.");
}

}  // namespace

void require_possible(const srch::DescentOptions& options, Index features) {
    const std::string reason = srch::reason_to_refuse(options, features);
    if (!reason.empty()) throw nb::value_error(reason.c_str());
}

void bind_search(nb::module_& m) {
    bind_options(m);
    bind_problem(m);
    bind_search_line<float>(m);
    bind_search_line<double>(m);
    m.def("descend", &descend, "table"_a, "problems"_a, "threads"_a = 1,
          "seconds"_a = srch::infinity, "report"_a.none() = nb::none(), "every"_a = 0.2,
          "at_part"_a.none() = nb::none(), "part"_a = 1,
          "Solve all; (weights, error, epochs, reason, errors, epochs and seconds of the history) "
          "of each, the bias last.");
    m.def(
        "search_direction",
        [](srch::DescentOptions options, std::uint64_t seed, Index dim, std::int64_t epoch) {
            require_possible(options, dim - 1);
            options.seed = seed;
            return to_array(srch::direction(options, dim, epoch));
        },
        "options"_a, "seed"_a, "dim"_a, "epoch"_a);
    m.def("quantise", &quantise, "weights"_a.noconvert(), "(whole numbers, their scale)");
}

}  // namespace rosenblatt::bindings
