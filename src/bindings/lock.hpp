#pragma once
#include <Python.h>

namespace rosenblatt::bindings {

/// The interpreter's lock is given up for as long as this lives.
///
/// A thread that asks for the lock while the interpreter is being taken down is ended by Python,
/// in the midst of our frames, which aborts the process. So the end is announced: `leave` tells all
/// threads to stop and waits for them, and a thread that comes too late never asks again.
class Unlocked {
  public:
    Unlocked();
    ~Unlocked();
    Unlocked(const Unlocked&) = delete;
    Unlocked& operator=(const Unlocked&) = delete;

  private:
    PyThreadState* state_;
};

/// Takes the lock back for as long as this lives, within `Unlocked`.
class Locked {
  public:
    Locked();
    ~Locked();
    Locked(const Locked&) = delete;
    Locked& operator=(const Locked&) = delete;

  private:
    PyGILState_STATE state_;
};

/// Whether the interpreter is about to end, and this is not the thread that ends it.
bool leaving();

/// Called when the interpreter ends: threads in the core are told to stop, and waited for.
/// `with_others`: other threads of Python live, and may hold what is ours.
void leave(bool with_others);

}  // namespace rosenblatt::bindings
