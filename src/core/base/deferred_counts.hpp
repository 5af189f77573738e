#pragma once
#include "base/compact.hpp"

namespace rosenblatt {

/// Counters that are raised at random and seldom read. A raise is put down and done a few raises
/// later, when the memory it needs has arrived.
class DeferredCounts {
  public:
    DeferredCounts() = default;
    DeferredCounts(Index size, Index largest) : counts_(size, largest) {}

    [[gnu::always_inline]] void raise(Index k) {
        counts_.prefetch_to_write(k);
        if (pending_ == kPending) catch_up();
        waiting_[pending_++] = k;
    }

    void prefetch(Index k) { counts_.prefetch_to_write(k); }

    Index operator[](Index k) const {
        Index count = counts_[k];
        for (Index p = 0; p < pending_; ++p) count += waiting_[p] == k;
        return count;
    }

  private:
    [[gnu::noinline]] void catch_up() {
        for (Index p = 0; p < pending_; ++p) counts_.increment(waiting_[p]);
        pending_ = 0;
    }

    static constexpr Index kPending = 16;
    Compact counts_;
    Index waiting_[kPending];
    Index pending_ = 0;
};

}  // namespace rosenblatt
