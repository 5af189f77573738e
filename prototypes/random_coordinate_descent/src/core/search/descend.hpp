#pragma once

#include "perturb.hpp"

namespace rosenblatt::search {

/// Whether anything but order-free sums over rows is computed: then the rows are sorted by content.
inline bool needs_canonical_order(const DescentOptions& o) {
    return o.perturb || o.directions == Directions::gradient || o.directions == Directions::mixed;
}

/// Directions along near rows, and the noise level of plateaus, need double precision.
inline bool needs_double(const DescentOptions& o) {
    return o.perturb || o.directions == Directions::mixed;
}

template <class Tableau, class Stop>
DescentResult descend_rows(const Tableau& rows, const Selection& s, std::span<const double> start,
                           const DescentOptions& options, Stop& stop) {
    Descent descent(rows, s.weights, start, options);
    std::optional<Perturb<Tableau>> perturb;
    if (options.perturb) perturb.emplace(descent.state(), s.weights, options);
    const auto error = [&] { return perturb ? perturb->best_error() : descent.state().error(); };
    DescentResult result;
    result.ending = descent.run(stop, [&](std::int64_t epoch) {
        if (perturb) perturb->after_search();
        result.epochs = epoch + 1;
        if (options.record_history)
            result.history.push_back(static_cast<double>(error()) / s.scale);
        return error();
    });
    result.weights = perturb ? perturb->best() : descent.state().weights();
    result.error = static_cast<double>(error()) / s.scale;
    return result;
}

/// Minimises the weighted 0/1 error of `sign(<w, x>)`, x_0 = 1, from the weights `start` (bias
/// first) on. Labels are +1 or -1; `row_weights` may be empty (each row weighs 1), but their sum
/// is positive. `subset` names the rows that take part (empty: all). `stop()` is asked every few
/// milliseconds whether to end early.
template <class View, class Stop>
DescentResult descend(const View& view, std::span<const Index> subset,
                      std::span<const std::int8_t> labels, std::span<const double> row_weights,
                      std::span<const double> start, const DescentOptions& options, Stop&& stop) {
    Selection s = select(view.n, subset, labels, row_weights);
    if (needs_canonical_order(options)) s = canonical(view, s);
    using T = typename View::Value;
    if (needs_double(options))
        return descend_rows(make_tableau<double>(view, s), s, start, options, stop);
    return descend_rows(make_tableau<T>(view, s), s, start, options, stop);
}

}  // namespace rosenblatt::search
