#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/index.hpp"

namespace rosenblatt {

/// Small numbers from 0 up, in one byte each if they all fit: they are read at random, and what is
/// small stays in cache.
class Compact {
  public:
    using Narrow = std::uint8_t;

    Compact() = default;
    Compact(Index size, Index largest) {
        if (largest <= 255)
            narrow_.resize(static_cast<std::size_t>(size));
        else
            wide_.resize(static_cast<std::size_t>(size));
    }

    std::int32_t operator[](Index k) const { return wide_.empty() ? narrow_[k] : wide_[k]; }
    void set(Index k, std::int32_t value) {
        if (wide_.empty())
            narrow_[k] = static_cast<Narrow>(value);
        else
            wide_[k] = value;
    }
    [[gnu::always_inline]] void assign(const std::int32_t* values, Index count) {
        if (wide_.empty())
            for (Index k = 0; k < count; ++k) narrow_[k] = static_cast<Narrow>(values[k]);
        else
            for (Index k = 0; k < count; ++k) wide_[k] = values[k];
    }
    void increment(Index k) { wide_.empty() ? ++narrow_[k] : ++wide_[k]; }

    void prefetch(Index k) const {
        wide_.empty() ? __builtin_prefetch(&narrow_[k]) : __builtin_prefetch(&wide_[k]);
    }
    void prefetch_to_write(Index k) {
        wide_.empty() ? __builtin_prefetch(&narrow_[k], 1) : __builtin_prefetch(&wide_[k], 1);
    }

  private:
    std::vector<Narrow> narrow_;
    std::vector<std::int32_t> wide_;
};

}  // namespace rosenblatt
