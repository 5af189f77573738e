#pragma once

#include <array>
#include <bit>
#include <cmath>

#include "search/bounds.hpp"
#include "search/crossing.hpp"
#include "search/optima.hpp"

namespace rosenblatt::search {

/// The line search in O(N): a histogram of the crossing points over log-spaced buckets tells the
/// exact error between buckets and a lower bound inside each; only the points of buckets that may
/// hold the optimum are looked at one by one.
///
/// A bucket is a function of the crossing point alone and monotone in it, so equal points are
/// never parted and the result is that of a full sort.
template <class T>
class BucketSearch {
  public:
    explicit BucketSearch(const Kernels<T>& kernels) : kernels_(&kernels) {}

    Interval operator()(const Line<T>& line, double pick = 0) {
        const bool leftmost = pick == 0;
        const int sub = line.n < 2000 ? 2 : line.n < 20000 ? 3 : 4;
        fill(line, choose_buckets(line, sub), leftmost);
        if (take_hull(line))
            leftmost ? narrow() : void();
        else
            fill(line, choose_fine_buckets(line, sub), leftmost), take_worthy(line);
        sort_crossings(points_);
        walk(leftmost);
        Interval found = optima_.pick(pick);
        if (found.high == infinity) found.high = next_crossing(line, found.low);
        return found;
    }

  private:
    /// The span of exponents follows the size of typical crossing points. It has no influence on
    /// the result.
    static Buckets choose_buckets(const Line<T>& line, int sub) {
        T z = 0, g = 0;
        const Index step = std::max<Index>(1, line.n / 12);
        for (Index i = 0; i < line.n; i += step) z += std::abs(line.z[i]), g += std::abs(line.g[i]);
        const T ratio = z < T(1e30) * g ? std::max(z / g, T(1e-30)) : T(1e30);
        return buckets_below(static_cast<float>(8 * ratio), sub, 6 + 2 * sub);
    }

    /// Many more, placed with more care: around the median of a larger sample.
    static Buckets choose_fine_buckets(const Line<T>& line, int sub) {
        std::array<float, 64> sample;
        std::size_t count = 0;
        const Index step = std::max<Index>(1, (line.n + 63) / 64);
        for (Index i = 0; i < line.n; i += step) {
            const T c = std::abs(line.crossing(i));
            if (Line<T>::can_change(c))
                sample[count++] = static_cast<float>(std::clamp(c, T(1e-30), T(1e30)));
        }
        if (count == 0) sample[count++] = 1;
        const auto middle = sample.begin() + static_cast<Index>(count / 2);
        std::nth_element(sample.begin(), middle, sample.begin() + static_cast<Index>(count));
        return buckets_below(64 * *middle, sub + (line.n < 20000 ? 2 : 3), 20 + sub);
    }

    static Buckets buckets_below(float top, int sub, int octaves) {
        const int exponent = std::bit_cast<std::int32_t>(top) >> 23;
        return {sub, std::max(exponent - octaves, 0) << sub, octaves << sub};
    }

    void fill(const Line<T>& line, Buckets buckets, bool leftmost) {
        const Index n = padded(line.n);
        if (static_cast<Index>(codes_.size()) != n)
            codes_.assign(n, std::numeric_limits<Code>::max()), found_.resize(n);
        histogram_.assign(2 * buckets.codes(), 0);
        kernels_->scatter(line.z, line.g, line.weights, line.n, buckets, codes_.data(),
                          histogram_.data());
        std::uint32_t error = histogram_[buckets.codes() - 1];
        for (std::int32_t b = 0; b < 2 * buckets.count(); b += 2) error += histogram_[b];
        before_ = static_cast<std::int32_t>(error), outside_error_ = before_;
        bounds_.set(histogram_.data(), buckets.count(), before_, true, leftmost);
    }

    /// Takes all points between the first and the last bucket worth looking at. False if they are
    /// too many: on a flat error curve such buckets are found everywhere.
    bool take_hull(const Line<T>& line) {
        points_.clear();
        if (bounds_.first() > bounds_.last()) return true;
        before_ = bounds_.before(bounds_.first());
        const Index count =
            kernels_->gather(codes_.data(), padded(line.n), static_cast<Code>(2 * bounds_.first()),
                             static_cast<Code>(2 * bounds_.last_end() + 1), found_.data());
        if (count > 128 && count > line.n / 8) return false;
        for (Index k = 0; k < count; ++k)
            if (line.weight(found_[k]) != 0) points_.push_back(crossing_of(line, found_[k]));
        return true;
    }

    /// Takes the points of the buckets worth looking at, and of the next ones, where intervals
    /// end. Each point knows its bucket, as the walk must know where it jumps.
    void take_worthy(const Line<T>& line) {
        points_.clear();
        worthy_.assign(histogram_.size(), 0);
        for (std::int32_t b = bounds_.first(); b <= bounds_.last(); ++b)
            if (bounds_.worth(b)) worthy_[b] = worthy_[bounds_.next_after(b)] = 1;
        for (Index i = 0; i < line.n; ++i)
            if (worthy_[codes_[i] / 2] && line.weight(i) != 0)
                points_.push_back(crossing_of(line, i, codes_[i] / 2));
    }

    /// While many points are left, buckets of equal width over them cut the list down further.
    void narrow() {
        for (std::size_t size = points_.size() + 1; points_.size() > 64 && points_.size() < size;) {
            size = points_.size();
            const auto [low, high] = std::minmax_element(
                points_.begin(), points_.end(), [](auto& a, auto& b) { return a.at < b.at; });
            const double width = static_cast<double>(high->at) - static_cast<double>(low->at);
            const double scale = linear_buckets / width;
            if (!(scale > 0 && scale < infinity)) return;
            narrow_once(static_cast<double>(low->at), scale);
        }
    }

    void narrow_once(double origin, double scale) {
        histogram_.assign(2 * linear_buckets, 0);
        const auto bucket = [&](const Crossing<T>& p) {
            const auto b = static_cast<int>((static_cast<double>(p.at) - origin) * scale);
            return std::min(b, linear_buckets - 1);
        };
        for (const auto& p : points_) histogram_[2 * bucket(p) + (p.rise > 0)] += std::abs(p.rise);
        bounds_.set(histogram_.data(), linear_buckets, before_, false, true);
        before_ = bounds_.before(bounds_.first());
        std::erase_if(points_, [&, first = bounds_.first(), last = bounds_.last_end()](auto& p) {
            return bucket(p) < first || bucket(p) > last;
        });
    }

    void walk(bool leftmost) {
        std::int64_t error = before_;
        std::int32_t bucket = 0;
        optima_.start(outside_error_, leftmost);
        for_each_distinct(points_, [&](const Crossing<T>& p, std::int64_t rise) {
            if (p.bucket != bucket) {
                if (bounds_.next_after(bucket) != p.bucket) optima_.skip();
                bucket = p.bucket, error = bounds_.before(bucket);
            }
            error += rise;
            if (rise != 0) optima_.pass(static_cast<double>(p.at), error);
        });
    }

    /// The first crossing point right of `low` whose weights do not cancel. Rarely needed.
    double next_crossing(const Line<T>& line, double low) {
        points_.clear();
        double next = infinity;
        for (Index i = 0; i < line.n; ++i) {
            const Crossing<T> p = crossing_of(line, i);
            if (Line<T>::can_change(p.at) && p.at > low && p.rise != 0) points_.push_back(p);
        }
        for (int tries = 0; tries < 8 && next == infinity && !points_.empty(); ++tries)
            next = take_smallest();
        sort_crossings(points_);
        for_each_distinct(points_, [&](const Crossing<T>& p, std::int64_t rise) {
            if (rise != 0) next = std::min(next, static_cast<double>(p.at));
        });
        return next;
    }

    /// Removes the smallest crossing point; returns it, or infinity if its weights cancel.
    double take_smallest() {
        const T at = std::min_element(points_.begin(), points_.end(), [](auto& a, auto& b) {
                         return a.at < b.at;
                     })->at;
        std::int64_t rise = 0;
        for (const auto& p : points_) rise += p.at == at ? p.rise : 0;
        if (rise != 0) return points_.clear(), static_cast<double>(at);
        std::erase_if(points_, [&](auto& p) { return p.at == at; });
        return infinity;
    }

    static constexpr int linear_buckets = 256;
    const Kernels<T>* kernels_;
    std::vector<std::uint32_t> histogram_;
    std::vector<std::uint8_t> worthy_;
    std::vector<Code> codes_;
    std::vector<std::int32_t> found_;
    std::vector<Crossing<T>> points_;
    Bounds bounds_;
    Optima optima_;
    std::int32_t before_ = 0;         // the error left of the points taken
    std::int32_t outside_error_ = 0;  // the error left of all points
};

}  // namespace rosenblatt::search
