#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>

#include "descend.hpp"

namespace rosenblatt::search {

/// One of several independent problems over the same matrix: a split (subset), a class (labels),
/// a round of boosting (weights), a restart (start, seed).
struct Problem {
    std::span<const Index> subset;
    std::span<const std::int8_t> labels;
    std::span<const double> weights;
    std::span<const double> start;
    std::uint64_t seed;
};

template <class View, class Stop>
DescentResult solve(const View& view, const Problem& p, DescentOptions options, Stop&& stop) {
    options.seed = p.seed;
    return descend(view, p.subset, p.labels, p.weights, p.start, options, stop);
}

/// Threads that take one problem after another. The calling thread only waits and asks `stop`,
/// which may therefore be a function that other threads must not call.
template <class View>
class Crew {
public:
    Crew(const View& view, std::span<const Problem> problems, const DescentOptions& options)
        : view_(view), problems_(problems), options_(options), results_(problems.size()) {}

    template <class Stop>
    std::vector<DescentResult> run(int threads, Stop& stop) {
        std::vector<std::jthread> crew;
        for (running_ = threads; static_cast<int>(crew.size()) < threads;)
            crew.emplace_back([this] { work(); });
        wait(stop);
        crew.clear();
        if (failure_) std::rethrow_exception(failure_);
        return std::move(results_);
    }

private:
    void work() {
        try {
            for (std::size_t k; (k = taken_++) < problems_.size() && !stopped_;)
                results_[k] =
                    solve(view_, problems_[k], options_, [this] { return stopped_.load(); });
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

    const View& view_;
    std::span<const Problem> problems_;
    DescentOptions options_;
    std::vector<DescentResult> results_;
    std::atomic<std::size_t> taken_ = 0;
    std::atomic<bool> stopped_ = false;
    std::mutex mutex_;
    std::condition_variable finished_;
    std::exception_ptr failure_;
    int running_ = 0;
};

/// Solves all problems; the results do not depend on the number of threads. A problem that was
/// not reached before `stop` said so has no weights in its result.
template <class View, class Stop>
std::vector<DescentResult> solve_all(const View& view, std::span<const Problem> problems,
                                     const DescentOptions& options, int threads, Stop&& stop) {
    if (threads > 1 && problems.size() > 1)
        return Crew<View>(view, problems, options)
            .run(std::min(threads, static_cast<int>(problems.size())), stop);
    std::vector<DescentResult> results(problems.size());
    bool stopped = false;
    const auto ask = [&] { return stopped = stopped || stop(); };
    for (std::size_t k = 0; k < problems.size() && !stopped; ++k)
        results[k] = solve(view, problems[k], options, ask);
    return results;
}

}  // namespace rosenblatt::search
