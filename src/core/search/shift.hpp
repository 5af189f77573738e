#pragma once

#include <numeric>
#include <span>

namespace rosenblatt::search {

/// A shift of all rows that is never carried out, so that sparse rows keep their zeros: weights for
/// shifted rows, `<w, x - s> + b`, are weights for the rows themselves with the bias `b - <s, w>`.
/// Directions are drawn, and rows compared, in the space of the shifted rows.
class Shift {
  public:
    /// `by`: one number for each column, or none.
    explicit Shift(std::span<const double> by = {}) : by_(by) {}

    /// Weights or a direction for shifted rows, bias last, to those for the rows; and back.
    void to_rows(std::span<double> w) const { w.back() -= along(w); }
    void to_shifted(std::span<double> w) const { w.back() += along(w); }

    /// A sum of rows to the same sum of shifted rows; `mass` is what the sum has for a bias.
    void move(double mass, std::span<double> sum) const {
        for (std::size_t j = 0; j < by_.size(); ++j) sum[j] -= mass * by_[j];
    }

  private:
    double along(std::span<const double> w) const {
        return std::inner_product(by_.begin(), by_.end(), w.begin(), 0.0);
    }

    std::span<const double> by_;
};

}  // namespace rosenblatt::search
