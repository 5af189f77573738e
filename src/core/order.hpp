#pragma once
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "concepts.hpp"
#include "random.hpp"

namespace rosenblatt {

/// Walker's alias table: draws example e with probability weight[e] / total in constant time.
class AliasTable {
  public:
    explicit AliasTable(const std::vector<double>& weight)
        : keep_(weight.size(), 1.0), other_(weight.size()) {
        const auto n = static_cast<std::uint32_t>(weight.size());
        const double mean = std::accumulate(weight.begin(), weight.end(), 0.0) / n;
        std::vector<double> share(n);
        std::vector<std::uint32_t> small, large;
        for (std::uint32_t e = 0; e < n; ++e) {
            other_[e] = e;
            share[e] = weight[e] / mean;
            (share[e] < 1 ? small : large).push_back(e);
        }
        while (!small.empty() && !large.empty()) {
            const std::uint32_t s = small.back(), l = large.back();
            small.pop_back();
            keep_[s] = share[s];
            other_[s] = l;
            share[l] -= 1 - share[s];
            if (share[l] < 1) {
                large.pop_back();
                small.push_back(l);
            }
        }
    }

    std::uint32_t draw(const Stream& stream, std::uint64_t k) const {
        const std::uint32_t e = stream.below(2 * k, keep_.size());
        return stream.uniform(2 * k + 1) < keep_[e] ? e : other_[e];
    }

  private:
    std::vector<double> keep_;
    std::vector<std::uint32_t> other_;
};

/// The visiting order of each pass: a pure function of the seed and the number of the pass.
class Visits {
  public:
    /// `first_pass` is where permutations start from (empty: 0, 1, 2, ...); `draw_by`, if not null,
    /// holds the weights random draws follow.
    Visits(Order order, std::uint64_t seed, Index n, const std::vector<std::uint32_t>& first_pass,
           const std::vector<double>* draw_by = nullptr)
        : order_(order), seed_(seed), n_(n), first_pass_(first_pass) {
        if (draw_by != nullptr) alias_.emplace_back(*draw_by);
    }

    /// Whether every pass meets every example.
    bool complete() const { return order_ != Order::random; }

    /// Example numbers in the order of this pass; null means 0, 1, 2, ...
    const std::uint32_t* pass(Index number) {
        // The content order is already random: its first pass walks it.
        if (order_ == Order::cyclic || (order_ == Order::content && number == 0))
            return first_pass_.empty() ? nullptr : first_pass_.data();
        if (number != drawn_) draw(number);
        return list_.data();
    }

  private:
    void draw(Index number) {
        const Stream stream(seed_, static_cast<std::uint64_t>(number));
        list_.resize(static_cast<std::size_t>(n_));
        first_pass_.empty()
            ? std::iota(list_.begin(), list_.end(), 0u)
            : void(std::copy(first_pass_.begin(), first_pass_.end(), list_.begin()));
        order_ == Order::random ? draw_each(stream) : permute(stream);
        drawn_ = number;
    }

    void draw_each(const Stream& stream) {
        for (Index v = 0; v < n_; ++v)
            list_[v] = alias_.empty() ? stream.below(v, n_) : alias_.front().draw(stream, v);
    }

    void permute(const Stream& stream) {
        constexpr Index ahead = 16;
        std::uint32_t partner[ahead];
        for (Index first = n_ - 1; first > 0; first -= ahead) {
            const Index count = std::min(ahead, first);
            for (Index k = 0; k < count; ++k) {
                partner[k] = stream.below(first - k, first - k + 1);
                __builtin_prefetch(&list_[partner[k]], 1);
            }
            for (Index k = 0; k < count; ++k) std::swap(list_[first - k], list_[partner[k]]);
        }
    }

    Order order_;
    std::uint64_t seed_;
    Index n_;
    const std::vector<std::uint32_t>& first_pass_;
    Index drawn_ = -1;
    std::vector<std::uint32_t> list_;
    std::vector<AliasTable> alias_;  // empty: uniform draws
};

}  // namespace rosenblatt
