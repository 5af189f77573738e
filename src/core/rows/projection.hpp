#pragma once
#include <algorithm>
#include <vector>

#include "base/index.hpp"

namespace rosenblatt {

/// Rows projected onto the support rows (Orabona, Keshet and Caputo 2008, Projectron): the inverse
/// of the support rows' products grows by a row at a time, and the coefficients of a projection are
/// one product with it.
class Projection {
  public:
    /// The inverse is that of `known` rows, line after line.
    Projection(Index slots, Index known, const std::vector<double>& inverse)
        : stride_(slots),
          size_(known),
          inverse_(static_cast<std::size_t>(slots * slots)),
          coefficients_(static_cast<std::size_t>(slots)),
          products_(coefficients_.size()) {
        for (Index i = 0; i < known; ++i)
            std::copy_n(inverse.data() + i * known, known, inverse_.data() + i * stride_);
    }

    /// The row projected last; -1: none since the support rows changed.
    Index row() const { return row_; }

    /// `products` are those of the row with the support rows, `norm2` that with itself.
    template <class T>
    void project(Index row, const T* products, double norm2) {
        row_ = row;
        whole2_ = norm2;
        norm2_ = 0;
        for (Index i = 0; i < size_; ++i) products_[i] = static_cast<double>(products[i]);
        for (Index i = 0; i < size_; ++i) {
            const double* line = inverse_.data() + i * stride_;
            double sum = 0;
            for (Index j = 0; j < size_; ++j) sum += line[j] * products_[j];
            coefficients_[i] = sum;
            norm2_ += sum * products_[i];
        }
    }

    const double* coefficients() const { return coefficients_.data(); }
    /// Squared norm of the projection.
    double norm2() const { return norm2_; }
    /// Whether the projection is the row itself, to so many digits.
    bool dependent(double precision) const { return !(whole2_ - norm2_ > precision * whole2_); }

    /// The row projected last becomes a support row.
    void enter() {
        const double rest = whole2_ - norm2_;
        double* const last = inverse_.data() + size_ * stride_;
        for (Index i = 0; i < size_; ++i) {
            double* const line = inverse_.data() + i * stride_;
            const double part = coefficients_[i] / rest;
            for (Index j = 0; j < size_; ++j) line[j] += part * coefficients_[j];
            line[size_] = last[i] = -part;
        }
        last[size_] = 1 / rest;
        ++size_;
        row_ = -1;
    }

  private:
    Index stride_, size_, row_ = -1;
    std::vector<double> inverse_, coefficients_, products_;
    double whole2_ = 0, norm2_ = 0;
};

}  // namespace rosenblatt
