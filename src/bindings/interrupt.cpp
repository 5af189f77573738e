#include "interrupt.hpp"

#include <nanobind/nanobind.h>
#include <pthread.h>
#include <signal.h>

#include <mutex>
#include <new>

#include "lock.hpp"

namespace rosenblatt::bindings {
namespace {

std::atomic<std::uint64_t> rings{0};
std::mutex guard;
int watches = 0;
struct sigaction earlier;

void on_signal(int number, siginfo_t* info, void* context) {
    rings.fetch_add(1, std::memory_order_relaxed);
    if (earlier.sa_flags & SA_SIGINFO)
        earlier.sa_sigaction(number, info, context);
    else if (earlier.sa_handler != SIG_DFL && earlier.sa_handler != SIG_IGN)
        earlier.sa_handler(number);
}

bool installed_here() {
    struct sigaction now;
    sigaction(SIGINT, nullptr, &now);
    return (now.sa_flags & SA_SIGINFO) && now.sa_sigaction == on_signal;
}

/// A forked child starts without watches, whatever its parent's threads were doing.
void forget_parent() {
    new (&guard) std::mutex;
    watches = 0;
}

void install() {
    struct sigaction ours = {};
    sigaction(SIGINT, nullptr, &earlier);
    // Without a handler the system's own action (end the process, or nothing) is the right one.
    if (earlier.sa_handler == SIG_DFL || earlier.sa_handler == SIG_IGN) return;
    ours.sa_sigaction = on_signal;
    ours.sa_flags = SA_SIGINFO | (earlier.sa_flags & ~SA_RESETHAND);
    ours.sa_mask = earlier.sa_mask;
    sigaction(SIGINT, &ours, nullptr);
}

}  // namespace

InterruptWatch::InterruptWatch() : seen_(rings.load(std::memory_order_relaxed)) {
    static const int prepared = pthread_atfork(nullptr, nullptr, forget_parent);
    static_cast<void>(prepared);
    const std::lock_guard lock(guard);
    ++watches;
    if (!installed_here()) install();  // somebody may have set a handler since the first watch
}

InterruptWatch::~InterruptWatch() {
    const std::lock_guard lock(guard);
    // A handler set meanwhile by somebody else stays.
    if (--watches == 0 && installed_here()) sigaction(SIGINT, &earlier, nullptr);
}

bool InterruptWatch::rang() const {
    return rings.load(std::memory_order_relaxed) != seen_ || leaving();
}
void InterruptWatch::reset() { seen_ = rings.load(std::memory_order_relaxed); }

namespace nb = nanobind;

bool default_handler() {
    nb::module_ signal = nb::module_::import_("signal");
    return signal.attr("getsignal")(signal.attr("SIGINT")).is(signal.attr("default_int_handler"));
}

bool interrupted(InterruptWatch& watch, bool python_raises) {
    if (leaving()) return true;
    const Locked locked;
    if (PyErr_CheckSignals() != 0 || python_raises) return true;
    watch.reset();
    return false;
}

void raise_interrupt() {
    const Locked locked;
    // SystemExit ends a thread without a word.
    if (!PyErr_Occurred()) PyErr_SetNone(leaving() ? PyExc_SystemExit : PyExc_KeyboardInterrupt);
    throw nb::python_error();
}

}  // namespace rosenblatt::bindings
