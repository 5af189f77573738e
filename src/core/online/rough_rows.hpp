#pragma once
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/memory.hpp"
#include "online/lanes.hpp"
#include "rows/rows.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// Copies of dense rows with each value cut to the first half of a float: a quarter of the memory
/// of doubles, and enough to see that most rows are right. Only rows that are certainly above the
/// threshold are passed over, so the same rows are learned as without the copies.
///
/// Let e = 2^-9 be the relative error of a cut value. By Cauchy and Schwarz a rough score is off by
/// at most e |w| |x|; the sums in single precision and the rounding of bias and threshold add
/// (dim / 8 + 8) 2^-23 of the same size or less. `slack` is a little more than both.
template <class T>
class RoughRows {
  public:
    /// `longest` is at least the norm of every row.
    RoughRows(const auto& rows, double longest)
        : width_(round_up(rows.dim(), kSums)),
          cut_(make_pages<std::uint16_t>(size_of(rows))),
          weights_(static_cast<std::size_t>(width_)),
          longest_(static_cast<float>(longest)),
          slack_(1.01f * (0x1p-9f + static_cast<float>(width_ / kSums + kSums) * 0x1p-23f)) {
        for (Index i = 0; i < rows.size(); ++i)
            cut_row(rows.row(i), rows.dim(), cut_.get() + i * width_);
    }

    /// Whether single precision holds rows of this norm, and their squares.
    static bool possible(double longest) { return longest > 1e-15 && longest < 1e15; }

    /// Whether copies are worth a pass over the rows: these are long, too many for the cache, and
    /// not so many that the copies would fill the memory.
    static bool pay(const auto& rows) {
        const Index bytes = rows.dim() * Index(sizeof(T));
        return bytes >= 320 && rows.size() * bytes >= Index(1) << 24 &&
               size_of(rows) <= std::size_t(1) << 28;
    }

    /// How much memory the copies of these rows take, in values of two bytes.
    static std::size_t size_of(const auto& rows) {
        return static_cast<std::size_t>(rows.size() * round_up(rows.dim(), kSums));
    }

    /// To be called after the weights have changed.
    void set_weights(const Lanes<T>& lanes) {
        Sums<float> squares;
        for (Index j = 0; j < lanes.dim; ++j) weights_[j] = static_cast<float>(lanes.weights[j]);
        for (Index j = 0; j < width_; j += kSums)
            squares.add_product(weights_.data() + j, weights_.data() + j);
        const float norm2 = squares.total();
        bias_ = static_cast<float>(lanes.bias[0]);
        const auto threshold = static_cast<float>(lanes.threshold[0]);
        limit_ = threshold +
                 slack_ * (longest_ * std::sqrt(norm2) + std::abs(bias_) + std::abs(threshold));
        // Where single precision overflows or fades out, no row is certain.
        if (!(norm2 > 1e-30f && norm2 < 1e30f)) limit_ = std::numeric_limits<float>::infinity();
    }

    /// Whether row i, with label y, is certainly above the threshold.
    [[gnu::always_inline]] bool certainly_above(Index i, float y) const {
        return y * (dot_cut(cut_.get() + i * width_, weights_.data(), width_) + bias_) > limit_;
    }

    void prefetch(Index i) const { prefetch_bytes(cut_.get() + i * width_, 2 * width_); }

  private:
    Index width_;
    Pages<std::uint16_t> cut_;
    AlignedVector<float> weights_;
    float longest_, slack_, bias_ = 0, limit_ = std::numeric_limits<float>::infinity();
};

}  // namespace rosenblatt::ROSENBLATT_ISA
