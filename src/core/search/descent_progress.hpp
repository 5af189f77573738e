#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "base/index.hpp"

namespace rosenblatt::search {

/// How far a descent has come, for another thread to read.
struct DescentProgress {
    std::atomic<std::int64_t> epochs{0};
    std::atomic<double> error{0};

    void set(std::int64_t e, double wrong) {
        epochs.store(e, std::memory_order_relaxed), error.store(wrong, std::memory_order_relaxed);
    }
};

/// What several descents and those who watch them tell each other.
struct Onlookers {
    explicit Onlookers(std::size_t problems) : progress(problems) {}
    std::vector<DescentProgress> progress;
    std::atomic<bool> enough{false};

    /// Called by a descent after every `part` epochs, in its own thread, with the best weights so
    /// far. If it says so, that descent ends at once, and those that have not begun do nothing.
    std::int64_t part = 0;
    std::function<void(Index problem, std::int64_t epochs, double error,
                       std::span<const double> weights)>
        at_part;

    bool ends_part(std::int64_t epochs) const { return at_part && epochs % part == 0; }
};

}  // namespace rosenblatt::search
