#pragma once
#include <atomic>
#include <cstdint>

namespace rosenblatt::bindings {

/// Notices Ctrl-C while compiled code runs without the interpreter lock, in whatever thread.
///
/// While at least one watch lives, SIGINT first counts here and then goes on to the handler that
/// was there before (Python's), so that a training thread needs only to read a counter: it never
/// takes the interpreter lock to find out.
class InterruptWatch {
  public:
    InterruptWatch();
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;

    /// Also when the interpreter is about to end.
    bool rang() const;
    void reset();

  private:
    std::uint64_t seen_;
};

/// Whether Python's own handler is set, the one that raises KeyboardInterrupt. Needs the lock.
bool default_handler();

/// The signal was seen: does Python want to stop? Takes the lock. Only Python's main thread runs
/// handlers; elsewhere the default handler is taken at its word.
bool interrupted(InterruptWatch& watch, bool python_raises);

/// Takes the lock and throws KeyboardInterrupt, or what the handler raised instead.
[[noreturn]] void raise_interrupt();

}  // namespace rosenblatt::bindings
