#pragma once

#include <chrono>

#include "base/index.hpp"
#include "search/descent_history.hpp"
#include "search/interval.hpp"

namespace rosenblatt::search {

/// Shares a time limit out among problems: each has its share, so that the last one is not left
/// with nothing when earlier ones would go on for ever.
class TimeShares {
  public:
    TimeShares(double seconds, Index problems, Index threads, Clock::time_point begin)
        : seconds_(seconds),
          begin_(begin),
          threads_(threads),
          rounds_(static_cast<double>((problems + threads - 1) / threads)) {}

    bool is_over(Index problem) const {
        if (seconds_ == infinity) return false;
        const double share = static_cast<double>(problem / threads_ + 1) / rounds_;
        return std::chrono::duration<double>(Clock::now() - begin_).count() >= share * seconds_;
    }

  private:
    double seconds_;
    Clock::time_point begin_;
    Index threads_;
    double rounds_;
};

}  // namespace rosenblatt::search
