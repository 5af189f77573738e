#include "lock.hpp"

#include <nanobind/nanobind.h>
#include <pthread.h>

#include <atomic>
#include <chrono>
#include <thread>

namespace rosenblatt::bindings {
namespace {

using namespace std::chrono_literals;

constexpr auto kPatience = 3s;
constexpr auto kUnwinding = 50ms;  ///< for Python to end the calls of a thread that was stopped
std::atomic<int> inside{0};
std::atomic<bool> ending{false}, gone{false};
std::atomic<std::thread::id> leaver;  ///< the thread that ends the interpreter may still learn

/// Waits for the end of the process, if that has begun.
void wait_for_the_end() {
    while (gone && leaving()) std::this_thread::sleep_for(1h);
}

void forget_parent() { inside = 0; }

}  // namespace

Unlocked::Unlocked() {
    static const int prepared = pthread_atfork(nullptr, nullptr, forget_parent);
    static_cast<void>(prepared);
    ++inside;
    state_ = PyEval_SaveThread();
}

Unlocked::~Unlocked() {
    wait_for_the_end();
    PyEval_RestoreThread(state_);
    --inside;
}

Locked::Locked() {
    wait_for_the_end();
    state_ = PyGILState_Ensure();
}

Locked::~Locked() { PyGILState_Release(state_); }

bool leaving() { return ending && leaver.load() != std::this_thread::get_id(); }

void leave(bool with_others) {
    leaver = std::this_thread::get_id();
    ending = true;
    // What other threads hold is never released if they do not get that far.
    if (with_others) nanobind::set_leak_warnings(false);
    if (inside > 0) {
        PyThreadState* const state = PyEval_SaveThread();
        const auto until = std::chrono::steady_clock::now() + kPatience;
        while (inside > 0 && std::chrono::steady_clock::now() < until)
            std::this_thread::sleep_for(1ms);
        std::this_thread::sleep_for(kUnwinding);
        PyEval_RestoreThread(state);
    }
    gone = true;
}

}  // namespace rosenblatt::bindings
