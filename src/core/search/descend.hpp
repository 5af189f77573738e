#pragma once

#include "search/dense_packed_rows.hpp"
#include "search/descent_problem.hpp"
#include "search/descent_progress.hpp"
#include "search/perturbation.hpp"
#include "search/sparse_packed_rows.hpp"

namespace rosenblatt::search {

/// Who looks on: asked whether to stop, and told how far it is.
struct DescentWatch {
    const Stop& stop;
    Clock::time_point begin;
    Index problem = 0;
    Onlookers* onlookers = nullptr;
};

/// Directions along near rows, and the noise level of plateaus, need double precision.
inline bool needs_double(const DescentOptions& o) {
    return o.perturb || o.directions == Directions::mixed;
}

template <PackedRows Packed>
DescentResult descend_rows(const Packed& rows, const ChosenRows& s, const DescentProblem& p,
                           const DescentWatch& watch) {
    const DescentOptions& options = p.options;
    Descent descent(rows, s.weights, p.start, Shift(p.shift), options);
    std::optional<Perturbation<Packed>> perturb;
    if (options.perturb) perturb.emplace(descent.state(), s.weights, options);
    const auto error = [&] { return perturb ? perturb->best_error() : descent.state().error(); };
    const auto given = [&] { return static_cast<double>(error()) / s.scale; };
    DescentResult result;
    result.history = DescentHistory(watch.begin);
    Onlookers* const others = watch.onlookers;
    result.ending = descent.run(watch.stop, [&](std::int64_t epoch) -> std::int64_t {
        if (perturb) perturb->after_search();
        result.epochs = epoch + 1;
        if (options.record_history) result.history.add(result.epochs, given());
        if (others) others->progress[watch.problem].set(result.epochs, given());
        if (!others || !others->ends_part(result.epochs)) return error();
        const std::vector<double>& weights = perturb ? perturb->best() : descent.state().weights();
        others->at_part(watch.problem, result.epochs, given(), weights);
        return others->enough ? 0 : error();
    });
    if (others && others->enough && error() > 0) result.ending = DescentEnding::stopped;
    if (options.record_history) result.history.end(result.epochs, given());
    result.weights = perturb ? perturb->best() : descent.state().weights();
    result.error = given();
    return result;
}

/// Rows of a table packed, in its own precision or another.
template <class T, Table Source>
auto pack_rows(const KernelSet& kernels, const Source& table, const ChosenRows& s) {
    if constexpr (Source::sparse)
        return SparsePackedRows<T>(kernels.of<T>(), table, s);
    else
        return DensePackedRows<T>(kernels.of<T>(), table, s);
}

/// Minimises the weighted 0/1 error of `sign(<w, x>)`, the last entry of x being 1, from the
/// problem's start on.
template <Table Source>
DescentResult descend(const KernelSet& kernels, const Source& table, const DescentProblem& p,
                      const DescentWatch& watch) {
    const ChosenRows s = choose_rows(table.size, p.subset, p.labels, p.weights);
    using T = typename Source::Value;
    if (needs_double(p.options))
        return descend_rows(pack_rows<double>(kernels, table, s), s, p, watch);
    return descend_rows(pack_rows<T>(kernels, table, s), s, p, watch);
}

}  // namespace rosenblatt::search
