// A binding for the tests and benchmarks of the search core; not the library's own.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <ctime>
#include <map>

#include "search/problems.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace rosenblatt::search;

template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Matrix = nb::ndarray<const T, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

template <class T>
nb::dict search_line(Array<T> s, Array<T> delta, Array<std::int8_t> y, nb::object weights,
                     bool sort, bool two_sided, double pick) {
    const Index n = static_cast<Index>(s.size()), m = padded(n);
    std::vector<T> z(m, std::numeric_limits<T>::infinity()), g(m, 0), labels(m, 1);
    std::vector<std::uint32_t> w(m, 0);
    for (Index i = 0; i < n; ++i)
        labels[i] = y.data()[i], z[i] = labels[i] * s.data()[i], g[i] = labels[i] * delta.data()[i];
    if (!weights.is_none()) {
        auto a = nb::cast<Array<std::uint32_t>>(weights);
        std::copy_n(a.data(), n, w.begin());
    }
    LineSearch<T> search(sort ? Method::sort : Method::buckets);
    const Line<T> line{z.data(), g.data(), weights.is_none() ? nullptr : w.data(), n};
    const Interval found = two_sided ? search.two_sided(line, labels.data()) : search(line, pick);
    nb::dict d;
    d["low"] = found.low, d["high"] = found.high, d["error"] = found.error;
    d["flipped"] = found.flipped, d["alpha"] = found.alpha();
    return d;
}

DescentOptions options_from(const nb::dict& given) {
    static const std::map<std::string, Directions> names{{"uniform", Directions::uniform},
                                                         {"gaussian", Directions::gaussian},
                                                         {"coordinate", Directions::coordinate},
                                                         {"gradient", Directions::gradient},
                                                         {"mixed", Directions::mixed}};
    DescentOptions o;
    for (auto [key, value] : given) {
        const auto name = nb::cast<std::string>(key);
        if (name == "directions")
            o.directions = names.at(nb::cast<std::string>(value));
        else if (name == "bias_direction")
            o.bias_direction = nb::cast<bool>(value);
        else if (name == "orthogonal")
            o.orthogonal = nb::cast<bool>(value);
        else if (name == "two_sided")
            o.two_sided = nb::cast<bool>(value);
        else if (name == "intercept")
            o.intercept = nb::cast<bool>(value);
        else if (name == "perturb")
            o.perturb = nb::cast<bool>(value);
        else if (name == "epochs")
            o.epochs = nb::cast<std::int64_t>(value);
        else if (name == "seed")
            o.seed = nb::cast<std::uint64_t>(value);
        else if (name == "history")
            o.record_history = nb::cast<bool>(value);
        else if (name == "sort")
            o.method = nb::cast<bool>(value) ? Method::sort : Method::buckets;
        else
            throw std::invalid_argument("unknown option " + name);
    }
    return o;
}

nb::dict to_dict(const DescentResult& r) {
    nb::dict d;
    d["weights"] = r.weights, d["error"] = r.error, d["epochs"] = r.epochs,
    d["history"] = r.history;
    d["ending"] = r.ending == Ending::epochs      ? "epochs"
                  : r.ending == Ending::no_errors ? "no_errors"
                                                  : "stopped";
    return d;
}

double cpu_seconds() {
    timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return static_cast<double>(t.tv_sec) + 1e-9 * static_cast<double>(t.tv_nsec);
}

template <class T>
std::span<const T> span_of(const nb::object& o) {
    if (o.is_none()) return {};
    const auto a = nb::cast<Array<T>>(o);
    return {a.data(), a.size()};
}

template <class View>
nb::dict run_one(const View& view, Array<std::int8_t> y, nb::object weights, Array<double> start,
                 const nb::dict& options, double cpu_limit) {
    const DescentOptions o = options_from(options);
    const auto w = span_of<double>(weights);
    const double begin = cpu_seconds(), end = begin + cpu_limit;
    DescentResult r;
    {
        nb::gil_scoped_release free;
        r = descend(view, {}, {y.data(), y.size()}, w, {start.data(), start.size()}, o,
                    [&] { return cpu_seconds() > end; });
    }
    nb::dict d = to_dict(r);
    d["cpu"] = cpu_seconds() - begin;
    return d;
}

template <class T>
nb::dict descend_dense(Matrix<T> X, Array<std::int8_t> y, nb::object weights, Array<double> start,
                       const nb::dict& options, double cpu_limit) {
    const DenseView<T> view{X.data(), static_cast<Index>(X.shape(0)),
                            static_cast<Index>(X.shape(1))};
    return run_one(view, y, weights, start, options, cpu_limit);
}

template <class T, class I>
nb::dict descend_csr(Array<I> starts, Array<I> columns, Array<T> values, Index m,
                     Array<std::int8_t> y, nb::object weights, Array<double> start,
                     const nb::dict& options, double cpu_limit) {
    const CsrView<T, I> view{starts.data(), columns.data(), values.data(),
                             static_cast<Index>(y.size()), m};
    return run_one(view, y, weights, start, options, cpu_limit);
}

/// problems: list of (subset or None, labels, weights or None, start, seed)
template <class T>
std::vector<nb::dict> solve_dense(Matrix<T> X, nb::list problems, const nb::dict& options,
                                  int threads) {
    const DenseView<T> view{X.data(), static_cast<Index>(X.shape(0)),
                            static_cast<Index>(X.shape(1))};
    std::vector<Problem> list;
    for (nb::handle h : problems) {
        const auto t = nb::cast<nb::tuple>(h);
        list.push_back({span_of<Index>(t[0]), span_of<std::int8_t>(t[1]), span_of<double>(t[2]),
                        span_of<double>(t[3]), nb::cast<std::uint64_t>(t[4])});
    }
    const DescentOptions o = options_from(options);
    std::vector<DescentResult> results;
    {
        nb::gil_scoped_release free;
        results = solve_all(view, std::span<const Problem>(list), o, threads, [] { return false; });
    }
    std::vector<nb::dict> out;
    for (const auto& r : results) out.push_back(to_dict(r));
    return out;
}

std::vector<double> direction(const nb::dict& options, Index dim, std::int64_t epoch) {
    std::vector<double> d(dim);
    Schedule schedule(options_from(options), dim);
    schedule(epoch, d);
    return d;
}

nb::tuple quantise_weights(Array<double> w) {
    Quantised q = quantise({w.data(), w.size()});
    return nb::make_tuple(q.units, q.scale);
}

#ifndef MODULE
#define MODULE search_module
#endif

NB_MODULE(MODULE, m) {
    m.def("line_search", search_line<double>, "s"_a.noconvert(), "delta"_a.noconvert(), "y"_a,
          "weights"_a.none(), "sort"_a = false, "two_sided"_a = false, "pick"_a = 0.0);
    m.def("line_search", search_line<float>, "s"_a.noconvert(), "delta"_a.noconvert(), "y"_a,
          "weights"_a.none(), "sort"_a = false, "two_sided"_a = false, "pick"_a = 0.0);
    m.def("descend", descend_dense<float>, "X"_a.noconvert(), "y"_a, "weights"_a.none(), "start"_a,
          "options"_a, "cpu_limit"_a = 1e9);
    m.def("descend", descend_dense<double>, "X"_a.noconvert(), "y"_a, "weights"_a.none(), "start"_a,
          "options"_a, "cpu_limit"_a = 1e9);
    m.def("descend_csr", descend_csr<float, std::int32_t>, "starts"_a.noconvert(),
          "columns"_a.noconvert(), "values"_a.noconvert(), "m"_a, "y"_a, "weights"_a.none(),
          "start"_a, "options"_a, "cpu_limit"_a = 1e9);
    m.def("descend_csr", descend_csr<double, std::int32_t>, "starts"_a.noconvert(),
          "columns"_a.noconvert(), "values"_a.noconvert(), "m"_a, "y"_a, "weights"_a.none(),
          "start"_a, "options"_a, "cpu_limit"_a = 1e9);
    m.def("descend_csr", descend_csr<double, std::int64_t>, "starts"_a.noconvert(),
          "columns"_a.noconvert(), "values"_a.noconvert(), "m"_a, "y"_a, "weights"_a.none(),
          "start"_a, "options"_a, "cpu_limit"_a = 1e9);
    m.def("solve", solve_dense<float>, "X"_a.noconvert(), "problems"_a, "options"_a,
          "threads"_a = 1);
    m.def("solve", solve_dense<double>, "X"_a.noconvert(), "problems"_a, "options"_a,
          "threads"_a = 1);
    m.def("direction", direction);
    m.def("quantise", quantise_weights);
}
