#pragma once

#include <functional>

#include "base/index.hpp"
#include "base/stop.hpp"

namespace rosenblatt {

/// One of several tasks that share nothing they write to. It asks `stop` as often as it can afford.
using Task = std::function<void(Index task, const Stop& stop)>;

/// Runs the tasks 0, 1, ..., handed out in that order; returns when all have ended. Once `ask` has
/// said so, those that run are told and no thread begins a second one: as many tasks as there are
/// threads always begin.
///
/// With one thread all happens in the calling one, and tasks ask `ask` itself. With more, workers
/// run the tasks and read a flag; the calling thread sleeps and asks every few milliseconds, so
/// `ask` may be what other threads must not call. An exception of a task (memory may run out) stops
/// the others and reaches the caller.
void run_tasks(Index tasks, Index threads, const Task& work, const Stop& ask);

}  // namespace rosenblatt
