#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

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
};

}  // namespace rosenblatt::search
