#pragma once
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "base/random.hpp"

namespace rosenblatt {

/// Each pass visits the rows as given, in a new permutation, by independent draws, or in an order
/// that depends on what they hold.
enum class Order : std::uint8_t { cyclic, shuffled, random, content };

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

/// One place in the order of a pass: an example, and whether its label is the one asked for. The
/// label travels with the number, since a look at it elsewhere is a look at random memory.
struct Visit {
    static constexpr std::uint32_t kMark = 1u << 31;
    static constexpr Index kMost = kMark;  ///< as many examples can be told apart
    std::uint32_t code;

    Index example() const { return code & ~kMark; }
    bool marked() const { return code >= kMark; }
};

/// Whose visits are marked: examples of this label (none, if there are no labels).
struct Marks {
    const std::int32_t* label = nullptr;
    std::int32_t wanted = 0;

    /// Without a branch: labels are as good as random.
    Visit visit(std::uint32_t e) const {
        return {e | static_cast<std::uint32_t>(label[e] == wanted) << 31};
    }
};

/// The visiting order of each pass: a pure function of the seed and the number of the pass.
class Visits {
  public:
    /// `first_pass` is where permutations start from (empty: 0, 1, 2, ...); `draw_by`, if not null,
    /// holds the weights random draws follow. There are at most Visit::kMost examples.
    Visits(Order order, std::uint64_t seed, Index n, const std::vector<std::uint32_t>& first_pass,
           const std::vector<double>* draw_by = nullptr, Marks marks = {})
        : order_(order), seed_(seed), n_(n) {
        if (draw_by != nullptr) alias_.emplace_back(*draw_by);
        if (order == Order::cyclic && first_pass.empty()) return;
        start_.resize(static_cast<std::size_t>(n));
        const auto fill = [&](auto visit) {
            if (first_pass.empty())
                for (Index v = 0; v < n; ++v) start_[v] = visit(static_cast<std::uint32_t>(v));
            else
                for (Index v = 0; v < n; ++v) start_[v] = visit(first_pass[v]);
        };
        marks.label == nullptr ? fill([](std::uint32_t e) { return Visit{e}; })
                               : fill([=](std::uint32_t e) { return marks.visit(e); });
    }

    /// Whether every pass meets every example.
    bool complete() const { return order_ != Order::random; }

    /// The visits of this pass; null means examples 0, 1, 2, ...
    const Visit* pass(Index number) {
        if (start_.empty()) return nullptr;
        // The content order is already random: its first pass walks it.
        if (order_ == Order::cyclic || (order_ == Order::content && number == 0))
            return start_.data();
        if (number != drawn_) draw(number);
        return list_.data();
    }

  private:
    void draw(Index number) {
        const Stream stream(seed_, static_cast<std::uint64_t>(number));
        if (order_ == Order::random) {
            draw_each(stream);
        } else {
            list_ = start_;
            permute(stream);
        }
        drawn_ = number;
    }

    void draw_each(const Stream& stream) {
        list_.resize(start_.size());
        for (Index v = 0; v < n_; ++v)
            list_[v] =
                start_[alias_.empty() ? stream.below(v, n_) : alias_.front().draw(stream, v)];
    }

    void permute(const Stream& stream) {
        constexpr Index ahead = 16;
        std::uint32_t partner[ahead];
        for (Index first = n_ - 1; first > 0; first -= ahead) {
            const Index count = std::min(ahead, first);
            std::uint64_t bits = 0;
            for (Index k = 0; k < count; ++k) {
                bits = k % 2 == 0 ? stream.bits(first - k) : bits << 32;  // each half serves once
                partner[k] = Stream::scaled(bits >> 32, first - k + 1);
                __builtin_prefetch(&list_[partner[k]], 1);
            }
            for (Index k = 0; k < count; ++k) std::swap(list_[first - k], list_[partner[k]]);
        }
    }

    Order order_;
    std::uint64_t seed_;
    Index n_;
    Index drawn_ = -1;
    std::vector<Visit> start_, list_;
    std::vector<AliasTable> alias_;  // empty: uniform draws
};

}  // namespace rosenblatt
