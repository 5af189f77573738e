#pragma once

#include "base/stop.hpp"
#include "choices.hpp"
#include "search/descent_problem.hpp"
#include "search/descent_progress.hpp"
#include "simd/kernel_table.hpp"

namespace rosenblatt::search {

/// Solves independent problems over one table; the results do not depend on the number of threads.
/// Each problem gets its share of the seconds; `ask` is asked every few milliseconds, by the
/// calling thread alone. A problem that was not reached before `ask` said so has no weights in its
/// result. `onlookers` has the progress of each problem, and may say that all shall end with what
/// they have.
std::vector<DescentResult> solve(const KernelSet& kernels, const AnyTable& table,
                                 std::span<const DescentProblem> problems, Index threads,
                                 double seconds, const Stop& ask, Onlookers* onlookers = nullptr);

/// One exact line search over scores `s = <w,x>` and changes `delta = <d,x>` with labels `y`.
template <class T>
Interval search_line(const KernelSet& kernels, std::span<const T> s, std::span<const T> delta,
                     std::span<const std::int8_t> y, std::span<const std::uint32_t> weights,
                     Method method, bool two_sided, double pick);

/// Direction number `epoch` of a descent, for directions that do not look at the data.
std::vector<double> direction(const DescentOptions& options, Index dim, std::int64_t epoch);

}  // namespace rosenblatt::search
