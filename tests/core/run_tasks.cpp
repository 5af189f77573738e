// What test_tasks.py looks at: one case of run_tasks for each argument, its outcome printed.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <new>
#include <set>
#include <thread>

#include "base/threads.hpp"

using namespace rosenblatt;

namespace {

const std::thread::id caller = std::this_thread::get_id();

bool never() { return false; }

/// Whether each task ran once, where they ran, and whether the caller alone was asked.
void every_task(Index threads) {
    std::mutex mutex;
    std::multiset<Index> ran;
    bool here = true, asked_here = true;
    run_tasks(
        40, threads,
        [&](Index task, const Stop& stop) {
            stop();
            const std::lock_guard lock(mutex);
            ran.insert(task);
            here = here && std::this_thread::get_id() == caller;
        },
        [&] { return asked_here = asked_here && std::this_thread::get_id() == caller, false; });
    const bool once = ran.size() == 40 && std::set(ran.begin(), ran.end()).size() == 40;
    std::printf("once %d here %d asked_here %d\n", once, here, asked_here);
}

/// Endless tasks on all threads end when the caller says so, and no other begins.
void stopped(Index threads) {
    std::atomic<Index> begun = 0;
    run_tasks(
        100, threads,
        [&](Index, const Stop& stop) {
            for (++begun; !stop();) std::this_thread::sleep_for(std::chrono::milliseconds(1));
        },
        [&] { return begun == threads; });
    std::printf("begun %d\n", static_cast<int>(begun));
}

/// A task that fails stops those that would never end.
void failing(Index threads) {
    try {
        run_tasks(
            8, threads,
            [&](Index task, const Stop& stop) {
                if (task == threads - 1) throw std::bad_alloc();
                while (!stop()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
            },
            never);
    } catch (const std::bad_alloc&) {
        std::printf("bad_alloc\n");
    }
}

}  // namespace

int main(int, char** arguments) {
    const Index threads = std::atoi(arguments[2]);
    const auto is = [&](const char* name) { return std::strcmp(arguments[1], name) == 0; };
    is("every_task") ? every_task(threads) : is("stopped") ? stopped(threads) : failing(threads);
}
