#pragma once

#include <chrono>

#include "base/threads.hpp"
#include "search/descend.hpp"

namespace rosenblatt::search {

/// Shares a time limit out among problems: each has its slot, so that the last one is not left with
/// nothing when earlier ones would go on for ever.
class Slots {
  public:
    Slots(double seconds, Index problems, Index threads)
        : seconds_(seconds),
          threads_(threads),
          rounds_(static_cast<double>((problems + threads - 1) / threads)) {}

    bool is_over(Index problem) const {
        if (seconds_ == infinity) return false;
        const double share = static_cast<double>(problem / threads_ + 1) / rounds_;
        return std::chrono::duration<double>(Clock::now() - begin_).count() >= share * seconds_;
    }

  private:
    using Clock = std::chrono::steady_clock;
    double seconds_;
    Index threads_;
    double rounds_;
    Clock::time_point begin_ = Clock::now();
};

/// Solves all problems; the results do not depend on the number of threads. A problem that was
/// not reached before `ask` said so has no weights in its result.
template <class Table>
std::vector<DescentResult> solve_all(const KernelSet& kernels, const Table& table,
                                     std::span<const Problem> problems, Index threads,
                                     double seconds, const Stop& ask) {
    const auto count = static_cast<Index>(problems.size());
    threads = std::clamp<Index>(threads, 1, std::max<Index>(1, count));
    const Slots slots(seconds, count, threads);
    std::vector<DescentResult> results(problems.size());
    const auto solve_one = [&](Index k, const Stop& stop) {
        results[k] =
            descend(kernels, table, problems[k], [&] { return stop() || slots.is_over(k); });
    };
    run_tasks(count, threads, solve_one, ask);
    return results;
}

}  // namespace rosenblatt::search
