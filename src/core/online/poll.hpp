#pragma once
#include "online/engine.hpp"

namespace rosenblatt {

/// Asks now and then whether to stop, about once a millisecond of work; once told to stop, it
/// remembers.
class Poll {
  public:
    explicit Poll(Index row_cost) : row_cost_(row_cost) {}

    void listen_to(const Stop* stop) { stop_ = stop, stopped_ = false; }
    bool stopped() const { return stopped_; }

    /// To be called during work beside the sweep, with the rows read since the last call.
    bool after(Index rows) {
        rows_ += rows;
        if (stop_ == nullptr || rows_ * row_cost_ < (Index(1) << 20)) return stopped_;
        return ask();
    }

    bool ask() {
        rows_ = 0;
        if (!stopped_) stopped_ = (*stop_)();
        return stopped_;
    }

  private:
    Index row_cost_, rows_ = 0;
    const Stop* stop_ = nullptr;
    bool stopped_ = false;
};

}  // namespace rosenblatt
