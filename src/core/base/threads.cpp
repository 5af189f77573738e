#include "base/threads.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <future>
#include <vector>

namespace rosenblatt {

namespace {

void run_here(Index tasks, const Task& work, const Stop& ask) {
    bool stopped = false;
    const Stop stop = [&] { return stopped = stopped || ask(); };
    for (Index task = 0; task < tasks && !stopped; ++task) work(task, stop);
}

#if defined(__wasm__) && !defined(__wasm_atomics__)

/// A browser's library has no threads.
void run_on_threads(Index tasks, Index, const Task& work, const Stop& ask) {
    run_here(tasks, work, ask);
}

#else

/// Raises a flag unless its scope is left by the regular way: whoever fails stops the others.
class StopOthers {
  public:
    explicit StopOthers(std::atomic<bool>& flag) : flag_(&flag) {}
    ~StopOthers() {
        if (!finished_) *flag_ = true;
    }
    StopOthers(const StopOthers&) = delete;
    StopOthers& operator=(const StopOthers&) = delete;

    void finish() { finished_ = true; }

  private:
    std::atomic<bool>* flag_;
    bool finished_ = false;
};

void run_on_threads(Index tasks, Index threads, const Task& work, const Stop& ask) {
    std::atomic<Index> next = 0;
    std::atomic<bool> stopped = false;
    const Stop stop = [&] { return stopped.load(std::memory_order_relaxed); };
    const auto take_tasks = [&] {
        StopOthers others(stopped);
        for (Index task; (task = next++) < tasks;) {
            work(task, stop);
            if (stop()) break;
        }
        others.finish();
    };
    // Futures carry exceptions to the caller, and wait for their threads when they are destroyed.
    using Worker = std::future<void>;
    std::vector<Worker> workers;
    StopOthers others(stopped);
    for (Index k = 0; k < threads; ++k)
        workers.push_back(std::async(std::launch::async, take_tasks));
    for (const Worker& worker : workers)
        while (worker.wait_for(std::chrono::milliseconds(5)) != std::future_status::ready)
            if (!stop() && ask()) stopped = true;
    others.finish();
    for (Worker& worker : workers) worker.get();
}

#endif

}  // namespace

void run_tasks(Index tasks, Index threads, const Task& work, const Stop& ask) {
    threads = std::min(threads, tasks);
    threads > 1 ? run_on_threads(tasks, threads, work, ask) : run_here(tasks, work, ask);
}

}  // namespace rosenblatt
