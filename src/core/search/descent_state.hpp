#pragma once

#include <cmath>
#include <span>
#include <vector>

#include "base/memory.hpp"
#include "search/line_search.hpp"
#include "search/packed_rows.hpp"
#include "search/shift.hpp"
#include "search/weight_order.hpp"

namespace rosenblatt::search {

/// The weights of a descent and what they score on every row, kept in step.
///
/// Scores are updated by `z += alpha g` in the precision of the data, so they drift from the true
/// ones. `drift_` bounds by how much; rows with |z| within the bound are scored again in double
/// precision, so the error is at any time the one a recount in double precision gives. A row whose
/// score is mere rounding noise even then counts as on the hyperplane, hence wrong: in whatever
/// order a recount sums, it finds no further error.
template <PackedRows Packed>
class DescentState {
  public:
    using T = typename Packed::Value;

    DescentState(const Packed& rows, std::span<const std::uint32_t> weights,
                 std::span<const double> start, const Shift& shift = Shift())
        : rows_(&rows),
          shift_(shift),
          w_(start.begin(), start.end()),
          next_(w_.size()),
          z_(padded(rows.size()), std::numeric_limits<T>::infinity()),
          moved_(z_),
          exact_(z_.size()),
          near_((z_.size() + chunk_rows - 1) / chunk_rows) {
        set_row_weights(weights);
        refresh();
    }

    std::int64_t error() const { return error_; }
    const std::vector<double>& weights() const { return w_; }
    const Packed& rows() const { return *rows_; }
    const Shift& shift() const { return shift_; }
    const T* scores() const { return z_.data(); }
    std::uint32_t row_weight(Index i) const { return row_weights_.empty() ? 1 : row_weights_[i]; }
    Line<T> line(const T* g) const { return {z_.data(), g, weights_or_null(), rows_->size()}; }

    /// Other weights of the rows: the error is counted with them from now on.
    void reweigh(std::span<const std::uint32_t> weights) {
        set_row_weights(weights);
        error_ = error_with(weights_or_null());
    }

    /// The error with other weights (padded; null: each row weighs 1).
    std::int64_t error_with(const std::uint32_t* weights) const {
        return static_cast<std::int64_t>(rows_->kernels().weigh(z_.data(), weights, rows_->size()));
    }

    void set_weights(std::span<const double> w) {
        std::ranges::copy(w, w_.begin());
        refresh();
    }

    /// Scores all rows again from the weights, in double precision.
    void refresh() {
        rescale();
        const Index n = rows_->size();
        rows_->scores(w_.data(), exact_.data(), 0, padded(n));
        error_ = 0;
        size_ = reach(w_);
        for (Index i = 0; i < n; ++i) {
            z_[i] = rounded(without_noise(exact_[i], w_, size_, i));
            if (z_[i] <= 0) error_ += row_weight(i);
        }
        drift_ = unit_roundoff * size_;
        rescored_ = 0;
    }

    /// Takes the step found along `d` (`g`: its products) unless rounding would make the error
    /// rise. The middle of the interval is left for another point of it if a row lies on the
    /// hyperplane there: its own crossing point was cancelled by another's.
    bool step(const Interval& found, const T* d, Index stride, const T* g) {
        const double sign = found.flipped ? -1 : 1;
        if (found.flipped) negate();
        for (const double share : {0.5, 0.375, 0.625, 0.28125, 0.5}) {
            const bool clean = attempt(-sign * found.at(share), d, stride, g);
            if (clean) break;
        }
        if (next_error_ <= error_) return accept(), true;
        if (found.flipped) negate();
        return false;
    }

  private:
    void set_row_weights(std::span<const std::uint32_t> weights) {
        row_weights_.assign(weights.begin(), weights.end());
        if (!weights.empty()) row_weights_.resize(z_.size(), 0);
    }

    static constexpr double unit_roundoff = sizeof(T) == 4 ? 0x1p-24 : 0x1p-53;
    static constexpr double huge = sizeof(T) == 4 ? 0x1p60 : 0x1p400;

    const std::uint32_t* weights_or_null() const {
        return row_weights_.empty() ? nullptr : row_weights_.data();
    }

    /// Rounds to the precision of the data, but never to zero.
    static T rounded(double v) {
        const T r = static_cast<T>(v);
        return r == 0 && v != 0 ? std::copysign(std::numeric_limits<T>::min(), static_cast<T>(v))
                                : r;
    }

    /// An upper bound of |<v, x>| over all rows.
    double reach(const std::vector<double>& v) const {
        double sum = 0;
        for_each_weight(rows_->dim(),
                        [&](Index j) { sum += std::abs(v[j]) * rows_->largest()[j]; });
        return sum;
    }

    /// Scores the rows at w + alpha d into `moved_`; false if a row that moves with d ends up on
    /// the hyperplane.
    bool attempt(double alpha, const T* d, Index stride, const T* g) {
        double d_size = 0;
        for_each_weight(rows_->dim(), [&](Index j) {
            const double dj = static_cast<double>(d[j * stride]);
            next_[j] = w_[j] + alpha * dj;
            d_size += std::abs(dj) * rows_->largest()[j];
        });
        next_size_ = reach(next_);
        const double terms = 3 * static_cast<double>(w_.size()) + 3;
        next_drift_ =
            drift_ + 1.01 * unit_roundoff * (std::abs(alpha) * d_size * terms + next_size_);
        const T band = static_cast<T>(1.01 * next_drift_);
        next_error_ = static_cast<std::int64_t>(
            rows_->kernels().advance(z_.data(), g, static_cast<T>(alpha), band, weights_or_null(),
                                     static_cast<Index>(z_.size()), moved_.data(), near_.data()));
        return score_near_rows(band, alpha, g);
    }

    bool score_near_rows(T band, double alpha, const T* g) {
        bool clean = true;
        for (std::size_t c = 0; c < near_.size(); ++c) {
            if (!near_[c]) continue;
            const Index first = static_cast<Index>(c) * chunk_rows;
            const Index last = std::min(first + chunk_rows, rows_->size());
            for (Index i = first; i < last; ++i)
                if (std::abs(moved_[i]) <= band) clean &= score_again(i) || !moves(alpha, g[i]);
        }
        return clean;
    }

    /// False if the row lies on the hyperplane.
    bool score_again(Index i) {
        const double exact = without_noise(rows_->score(next_.data(), i), next_, next_size_, i);
        if (moved_[i] <= 0) next_error_ -= row_weight(i);
        if (exact <= 0) next_error_ += row_weight(i);
        moved_[i] = rounded(exact);
        ++rescored_;
        return exact != 0;
    }

    /// Zero if the score of row i at w is within the reach of rounding errors; `size`: see reach().
    double without_noise(double score, const std::vector<double>& w, double size, Index i) const {
        const double noise = 0x1p-53 * static_cast<double>(w.size());
        if (std::abs(score) > noise * size) return score;
        return std::abs(score) > noise * rows_->score_size(w.data(), i) ? score : 0;
    }

    /// Whether the step changes a row's score by more than rounding errors do.
    bool moves(double alpha, T g) const {
        const double noise = unit_roundoff * static_cast<double>(w_.size()) * next_size_;
        return std::abs(alpha * static_cast<double>(g)) > noise || (alpha == 0 && g != 0);
    }

    void accept() {
        std::swap(w_, next_), std::swap(z_, moved_);
        error_ = next_error_, drift_ = next_drift_, size_ = next_size_;
        if (size_ > huge || rescored_ > rows_->size() / 16 + 16) refresh();
    }

    /// w = -w. The error stays that of the weights before; the step that follows must not exceed
    /// it.
    void negate() {
        for (double& v : w_) v = -v;
        for (Index i = 0; i < rows_->size(); ++i) z_[i] = -z_[i];
    }

    /// Only the direction of the weights matters, unless they overflow: a power of two is exact.
    void rescale() {
        const double size = reach(w_);
        if (!(size > huge)) return;
        const double down = std::ldexp(1.0, -std::ilogb(size));
        for (double& v : w_) v *= down;
    }

    const Packed* rows_;
    Shift shift_;
    std::vector<double> w_, next_;
    AlignedVector<T> z_, moved_;
    AlignedVector<double> exact_;
    std::vector<std::uint8_t> near_;
    AlignedVector<std::uint32_t> row_weights_;
    std::int64_t error_ = 0, next_error_ = 0;
    double size_ = 0, next_size_ = 0, drift_ = 0, next_drift_ = 0;
    Index rescored_ = 0;
};

}  // namespace rosenblatt::search
