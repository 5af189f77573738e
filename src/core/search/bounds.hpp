#pragma once

#include <cstdint>
#include <vector>

namespace rosenblatt::search {

/// Branch and bound over a histogram of pairs (weight that falls, weight that rises).
///
/// The error right of bucket b is known exactly, `end[b]`; inside it the error is at least
/// `end[b] - rise[b]`. Buckets whose bound exceeds the best exact value hold no optimum, nor, when
/// only the leftmost optimum is wanted, do those to the right of it whose bound merely equals it.
class Bounds {
  public:
    /// `before`: the error left of all buckets; it competes too if `outside`.
    void set(const std::uint32_t* histogram, std::int32_t count, std::int32_t before, bool outside,
             bool leftmost) {
        histogram_ = histogram, count_ = count, start_ = before;
        end_.resize(count);
        std::int32_t error = before, best = outside ? before : most;
        for (std::int32_t b = 0; b < count; ++b) {
            end_[b] = error += static_cast<std::int32_t>(histogram[2 * b + 1] - histogram[2 * b]);
            best = error < best ? error : best;
        }
        const bool settled = outside && before == best && leftmost;
        left_limit_ = settled ? best - 1 : best;
        right_limit_ = leftmost ? best - 1 : best;
        find_hull(settled ? before : best, settled);
    }

    /// All buckets worth looking at lie from `first` to `last`; none does if first > last.
    std::int32_t first() const { return first_; }
    std::int32_t last() const { return last_; }
    /// `last`, or the next bucket that holds a point: there the last interval ends.
    std::int32_t last_end() const { return next_after(last_); }
    std::int32_t before(std::int32_t b) const { return b > 0 ? end_[b - 1] : start_; }

    bool worth(std::int32_t b) const {
        return bound(b) <= (b <= known_ ? left_limit_ : right_limit_) && !empty(b);
    }

    bool empty(std::int32_t b) const { return !(histogram_[2 * b] | histogram_[2 * b + 1]); }

    /// The next bucket that holds a point, or b itself if there is none.
    std::int32_t next_after(std::int32_t b) const {
        for (std::int32_t k = b + 1; k < count_; ++k)
            if (!empty(k)) return k;
        return b;
    }

  private:
    void find_hull(std::int32_t best, bool settled) {
        first_ = 0, last_ = count_ - 1;
        while (first_ < count_ && (bound(first_) > left_limit_ || empty(first_))) ++first_;
        known_ = settled ? first_ - 1 : first_;
        if (!settled)
            while (known_ < count_ - 1 && end_[known_] != best) ++known_;
        while (last_ > known_ && bound(last_) > right_limit_) --last_;
    }

    std::int32_t bound(std::int32_t b) const {
        return end_[b] - static_cast<std::int32_t>(histogram_[2 * b + 1]);
    }

    static constexpr std::int32_t most = 0x7fffffff;
    const std::uint32_t* histogram_ = nullptr;
    std::int32_t count_ = 0, start_ = 0, first_ = 0, last_ = 0;
    std::int32_t known_ = 0;  // the leftmost bucket at whose end the best exact value is reached
    std::int32_t left_limit_ = 0, right_limit_ = 0;
    std::vector<std::int32_t> end_;
};

}  // namespace rosenblatt::search
