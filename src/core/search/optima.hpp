#pragma once

#include <vector>

#include "search/interval.hpp"

namespace rosenblatt::search {

/// Collects the best intervals while a search walks over crossing points from left to right: all
/// of them, or the first only.
class Optima {
  public:
    /// `error`: left of all crossing points.
    void start(std::int64_t error, bool leftmost) {
        list_.assign(1, {-infinity, infinity, error, false});
        leftmost_ = leftmost, open_ = false;
    }

    /// The error changes at a point the walk has come to, to `error`.
    void pass(double at, std::int64_t error) {
        if (open_) list_.back().high = at, open_ = false;
        const std::int64_t best = list_.front().error;
        if (error > best || (error == best && leftmost_)) return;
        if (error < best) list_.clear();
        list_.push_back({at, infinity, error, false});
        open_ = true;
    }

    /// The walk leaves out some points, so where the last interval ends is not known.
    void skip() { open_ = false; }

    /// Interval number floor(pick * count); its end is infinite if it is not known.
    const Interval& pick(double pick) const {
        return list_[static_cast<std::size_t>(pick * static_cast<double>(list_.size()))];
    }

  private:
    std::vector<Interval> list_;
    bool leftmost_ = true, open_ = false;
};

}  // namespace rosenblatt::search
