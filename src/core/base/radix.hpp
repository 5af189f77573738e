#pragma once
#include <algorithm>
#include <array>
#include <cstdint>
#include <numeric>

#include "base/index.hpp"
#include "base/memory.hpp"

namespace rosenblatt {

/// Numbers whose upper half is as good as random, sorted: radix passes over the top 22 bits, then
/// insertion for what they leave.
class RandomTopSort {
  public:
    using Word = std::uint64_t;

    explicit RandomTopSort(Index size) : size_(size), words_(make_pages<Word>(std::size_t(size))) {}

    Word* begin() { return words_.get(); }
    Word* end() { return words_.get() + size_; }
    Index size() const { return size_; }
    Word& operator[](Index k) { return words_[k]; }

    void sort() {
        if (size_ < 4096) return std::sort(begin(), end());
        Counts low = {}, high = {};
        for (const Word w : *this) {
            ++low[digit(w, kLow)];
            ++high[digit(w, kHigh)];
        }
        const Pages<Word> other = make_pages<Word>(std::size_t(size_));
        scatter_by(low, kLow, words_.get(), other.get());
        scatter_by(high, kHigh, other.get(), words_.get());
        insertion();
    }

  private:
    static constexpr int kBits = 11, kLow = 64 - 2 * kBits, kHigh = 64 - kBits;
    using Counts = std::array<Index, std::size_t(1) << kBits>;

    static std::size_t digit(Word w, int shift) { return (w >> shift) & ((1u << kBits) - 1); }

    void scatter_by(Counts& counts, int shift, const Word* from, Word* to) const {
        std::exclusive_scan(counts.begin(), counts.end(), counts.begin(), Index(0));
        for (Index k = 0; k < size_; ++k) to[counts[digit(from[k], shift)]++] = from[k];
    }

    void insertion() {
        for (Index k = 1; k < size_; ++k) {
            const Word w = words_[k];
            Index j = k;
            for (; j > 0 && words_[j - 1] > w; --j) words_[j] = words_[j - 1];
            words_[j] = w;
        }
    }

    Index size_;
    Pages<Word> words_;
};

}  // namespace rosenblatt
