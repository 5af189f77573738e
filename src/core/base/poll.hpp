#pragma once
#include "base/index.hpp"
#include "base/stop.hpp"

namespace rosenblatt {

/// Asks now and then whether to stop, about once a millisecond of work: asking may cost as much as
/// a short step. Once told to stop, it remembers.
class Poll {
  public:
    explicit Poll(Index work_per_step) : work_per_step_(work_per_step) {}

    void listen_to(const Stop* stop) { stop_ = stop, stopped_ = false; }
    bool stopped() const { return stopped_; }

    /// To be called with the number of steps since the last call.
    bool after(Index steps) {
        steps_ += steps;
        if (stop_ == nullptr || steps_ * work_per_step_ < kWork) return stopped_;
        return ask();
    }

    bool ask() {
        steps_ = 0;
        if (!stopped_) stopped_ = (*stop_)();
        return stopped_;
    }

  private:
    static constexpr Index kWork = Index(1) << 20;  ///< multiplications, about
    Index work_per_step_, steps_ = 0;
    const Stop* stop_ = nullptr;
    bool stopped_ = false;
};

}  // namespace rosenblatt
