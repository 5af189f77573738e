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

    bool rang() const;
    void reset();

  private:
    std::uint64_t seen_;
};

}  // namespace rosenblatt::bindings
