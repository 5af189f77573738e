#pragma once

#include "search/crossing.hpp"

namespace rosenblatt::search {

/// The line search by sorting all crossing points: O(N log N), the reference for the
/// bucket search.
template <class T>
class SortSearch {
  public:
    Interval operator()(const Line<T>& line, double pick = 0) {
        list_intervals(line);
        std::int64_t best = intervals_.front().error;
        for (const Interval& v : intervals_) best = std::min(best, v.error);
        std::erase_if(intervals_, [&](const Interval& v) { return v.error > best; });
        return intervals_[static_cast<std::size_t>(pick * static_cast<double>(intervals_.size()))];
    }

  private:
    void list_intervals(const Line<T>& line) {
        Interval open{-infinity, infinity, collect(line), false};
        intervals_.clear();
        sort_crossings(points_);
        for_each_distinct(points_, [&](const Crossing<T>& point, std::int64_t rise) {
            if (rise == 0) return;
            open.high = static_cast<double>(point.at);
            intervals_.push_back(open);
            open = {open.high, infinity, open.error + rise, false};
        });
        intervals_.push_back(open);
    }

    /// Returns the error left of all crossing points.
    std::int64_t collect(const Line<T>& line) {
        std::int64_t error = 0;
        points_.clear();
        for (Index i = 0; i < line.n; ++i) {
            const Crossing<T> p = crossing_of(line, i);
            const bool changes = Line<T>::can_change(p.at);
            if (changes) points_.push_back(p);
            if (changes ? p.rise < 0 : line.z[i] <= 0) error += line.weight(i);
        }
        return error;
    }

    std::vector<Crossing<T>> points_;
    std::vector<Interval> intervals_;
};

}  // namespace rosenblatt::search
