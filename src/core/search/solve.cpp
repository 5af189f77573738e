#include "search/solve.hpp"

#include "base/threads.hpp"
#include "search/descend.hpp"
#include "search/time_shares.hpp"

namespace rosenblatt::search {

std::vector<DescentResult> solve(const KernelSet& kernels, const AnyTable& table,
                                 std::span<const DescentProblem> problems, Index threads,
                                 double seconds, const Stop& ask, Onlookers* onlookers) {
    const auto count = static_cast<Index>(problems.size());
    threads = std::clamp<Index>(threads, 1, std::max<Index>(1, count));
    const Clock::time_point begin = Clock::now();
    const TimeShares shares(seconds, count, threads, begin);
    std::vector<DescentResult> results(problems.size());
    const auto solve_one = [&](Index k, const Stop& stop) {
        const Stop ended = [&] {
            return stop() || shares.is_over(k) || (onlookers && onlookers->enough);
        };
        const DescentWatch watch{ended, begin, k, onlookers};
        DescentProblem problem = problems[k];
        if (onlookers && onlookers->enough) problem.options.epochs = 0;
        results[k] = std::visit(
            [&](const auto& rows) { return descend(kernels, rows, problem, watch); }, table);
    };
    run_tasks(count, threads, solve_one, ask);
    return results;
}

template <class T>
Interval search_line(const KernelSet& kernels, std::span<const T> s, std::span<const T> delta,
                     std::span<const std::int8_t> y, std::span<const std::uint32_t> weights,
                     Method method, bool two_sided, double pick) {
    const auto n = static_cast<Index>(s.size());
    AlignedVector<T> z(padded(n), std::numeric_limits<T>::infinity()), g(padded(n), T(0)),
        labels(n);
    AlignedVector<std::uint32_t> w(weights.empty() ? 0 : padded(n), 0);
    for (Index i = 0; i < n; ++i) labels[i] = y[i], z[i] = y[i] * s[i], g[i] = y[i] * delta[i];
    std::ranges::copy(weights, w.begin());
    const Line<T> line{z.data(), g.data(), w.empty() ? nullptr : w.data(), n};
    LineSearch<T> search(kernels.of<T>(), method);
    return two_sided ? search.two_sided(line, labels.data(), pick) : search(line, pick);
}

template Interval search_line<float>(const KernelSet&, std::span<const float>,
                                     std::span<const float>, std::span<const std::int8_t>,
                                     std::span<const std::uint32_t>, Method, bool, double);
template Interval search_line<double>(const KernelSet&, std::span<const double>,
                                      std::span<const double>, std::span<const std::int8_t>,
                                      std::span<const std::uint32_t>, Method, bool, double);

std::vector<double> direction(const DescentOptions& options, Index dim, std::int64_t epoch) {
    std::vector<double> d(dim);
    DrawnDirections schedule(options, dim);
    schedule(epoch, d);
    return d;
}

}  // namespace rosenblatt::search
