#pragma once

#include <algorithm>
#include <numeric>
#include <span>

#include "search/draws.hpp"
#include "search/options.hpp"
#include "search/weight_order.hpp"

namespace rosenblatt::search {

using Vector = std::vector<double>;

/// Four sums in turn, from the bias on, so that additions need not wait for each other.
inline double inner(const Vector& a, const Vector& b) {
    const auto dim = static_cast<Index>(a.size());
    double sum[4] = {};
    const auto add = [&](Index k, Index j) { sum[k] += a[j] * b[j]; };
    Index turn = 0;
    if (dim >= 4)
        for (; turn < 4; ++turn) add(turn, weight_at(turn, dim));
    for (; turn + 4 <= dim; turn += 4)
        for (Index k = 0; k < 4; ++k) add(k, turn + k - 1);
    for (; turn < dim; ++turn) add(0, weight_at(turn, dim));
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

inline double norm(const Vector& v) { return std::sqrt(inner(v, v)); }

/// Subtracts from `v` its projections on the first `count` vectors of an orthonormal basis.
inline void project_out(const std::vector<Vector>& basis, std::size_t count, Vector& v) {
    for (std::size_t k = 0; k < count; ++k) {
        const double along = inner(v, basis[k]);
        for (std::size_t j = 0; j < v.size(); ++j) v[j] -= along * basis[k][j];
    }
}

/// Makes `v` a unit vector orthogonal to `basis`; false if next to nothing of it is left. When
/// much was taken away, what is left is rounding error to a good part and must be cleaned again.
inline bool orthonormalise(const std::vector<Vector>& basis, Vector& v) {
    const double before = norm(v);
    project_out(basis, basis.size(), v);
    double left = norm(v);
    if (left < 0.5 * before) project_out(basis, basis.size(), v), left = norm(v);
    if (!(left > 1e-9 * before)) return false;
    for (double& value : v) value /= left;
    return true;
}

/// The directions that do not look at the data: direction number `epoch` is a function of the
/// options, the dimension and the epoch.
class Schedule {
  public:
    Schedule(const DescentOptions& options, Index dim)
        : options_(options), dim_(dim), random_(options.seed, Purpose::direction) {}

    /// Whether this epoch is the cycle's bias direction.
    bool is_bias(std::int64_t epoch) const {
        return options_.bias_direction && options_.intercept && epoch % dim_ == 0;
    }

    void operator()(std::int64_t epoch, std::span<double> d) {
        if (!options_.orthogonal || options_.directions == Directions::coordinate)
            return plain(epoch, d);
        if (epoch / dim_ != cycle_) build_basis(epoch / dim_);
        std::ranges::copy(basis_[epoch % dim_ % static_cast<Index>(basis_.size())], d.begin());
    }

  private:
    void plain(std::int64_t epoch, std::span<double> d) const {
        if (options_.directions == Directions::coordinate) return set_axis(coordinate(epoch), d);
        if (is_bias(epoch)) return set_axis(dim_ - 1, d);
        const auto first = static_cast<std::uint64_t>(epoch) * static_cast<std::uint64_t>(dim_);
        const bool uniform = options_.directions == Directions::uniform;
        for (Index turn = 0; turn < dim_; ++turn)
            d[weight_at(turn, dim_)] =
                uniform ? random_.symmetric(first + turn) : random_.gaussian(first + turn);
        if (options_.bias_direction || !options_.intercept) d[dim_ - 1] = 0;
    }

    Index coordinate(std::int64_t epoch) const {
        return options_.intercept ? weight_at(epoch % dim_, dim_) : epoch % (dim_ - 1);
    }

    static void set_axis(Index j, std::span<double> d) {
        std::ranges::fill(d, 0.0);
        d[j] = 1;
    }

    /// The next cycle: its directions made orthogonal, in turn. Without intercept there are only
    /// m of them; a vector that depends on the earlier ones is left out.
    void build_basis(std::int64_t cycle) {
        cycle_ = cycle;
        basis_.clear();
        for (Index k = 0; k < dim_; ++k) {
            std::vector<double> d(dim_);
            plain(cycle * dim_ + k, d);
            if (orthonormalise(basis_, d)) basis_.push_back(std::move(d));
        }
    }

    DescentOptions options_;
    Index dim_;
    Draws random_;
    std::int64_t cycle_ = -1;
    std::vector<Vector> basis_;
};

}  // namespace rosenblatt::search
