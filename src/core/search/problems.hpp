#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "search/descend.hpp"

namespace rosenblatt::search {

/// Shares a time limit out among problems: each has its slot, so that the last one is not left with
/// nothing when earlier ones would go on for ever.
class Slots {
  public:
    Slots(double seconds, std::size_t problems, std::size_t threads)
        : seconds_(seconds),
          threads_(threads),
          rounds_(static_cast<double>((problems + threads - 1) / threads)) {}

    bool is_over(std::size_t problem) const {
        if (seconds_ == infinity) return false;
        const double share = static_cast<double>(problem / threads_ + 1) / rounds_;
        return std::chrono::duration<double>(Clock::now() - begin_).count() >= share * seconds_;
    }

  private:
    using Clock = std::chrono::steady_clock;
    double seconds_;
    std::size_t threads_;
    double rounds_;
    Clock::time_point begin_ = Clock::now();
};

/// Threads that take one problem after another. The calling thread only waits and asks `stop`,
/// which may therefore be a function that other threads must not call.
template <class Table>
class Crew {
  public:
    Crew(const KernelSet& kernels, const Table& table, std::span<const Problem> problems,
         const Slots& slots)
        : kernels_(kernels),
          table_(table),
          problems_(problems),
          slots_(slots),
          results_(problems.size()) {}

    template <class Stop>
    std::vector<DescentResult> run(std::size_t threads, Stop& stop) {
        std::vector<std::jthread> crew;
        for (running_ = threads; crew.size() < threads;) crew.emplace_back([this] { work(); });
        wait(stop);
        crew.clear();
        if (failure_) std::rethrow_exception(failure_);
        return std::move(results_);
    }

  private:
    void work() {
        try {
            for (std::size_t k; (k = taken_++) < problems_.size() && !stopped_;)
                results_[k] = descend(kernels_, table_, problems_[k],
                                      [this, k] { return stopped_.load() || slots_.is_over(k); });
        } catch (...) {
            const std::lock_guard lock(mutex_);
            failure_ = std::current_exception();
            stopped_ = true;
        }
        const std::lock_guard lock(mutex_);
        --running_;
        finished_.notify_one();
    }

    template <class Stop>
    void wait(Stop& stop) {
        std::unique_lock lock(mutex_);
        while (!finished_.wait_for(lock, std::chrono::milliseconds(5),
                                   [this] { return running_ == 0; })) {
            lock.unlock();
            if (!stopped_ && stop()) stopped_ = true;
            lock.lock();
        }
    }

    const KernelSet& kernels_;
    const Table& table_;
    std::span<const Problem> problems_;
    const Slots& slots_;
    std::vector<DescentResult> results_;
    std::atomic<std::size_t> taken_ = 0;
    std::atomic<bool> stopped_ = false;
    std::mutex mutex_;
    std::condition_variable finished_;
    std::exception_ptr failure_;
    std::size_t running_ = 0;
};

/// Solves all problems; the results do not depend on the number of threads. A problem that was
/// not reached before `stop` said so has no weights in its result.
template <class Table, class Stop>
std::vector<DescentResult> solve_all(const KernelSet& kernels, const Table& table,
                                     std::span<const Problem> problems, std::size_t threads,
                                     double seconds, Stop&& stop) {
    threads = std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(1, problems.size()));
    const Slots slots(seconds, problems.size(), threads);
    if (threads > 1) return Crew<Table>(kernels, table, problems, slots).run(threads, stop);
    std::vector<DescentResult> results(problems.size());
    bool stopped = false;
    for (std::size_t k = 0; k < problems.size() && !stopped; ++k)
        results[k] = descend(kernels, table, problems[k], [&] {
            stopped = stopped || stop();
            return stopped || slots.is_over(k);
        });
    return results;
}

}  // namespace rosenblatt::search
