#pragma once

#include <algorithm>
#include <span>

#include "search/draws.hpp"
#include "search/options.hpp"
#include "search/orthonormal.hpp"
#include "search/weight_order.hpp"

namespace rosenblatt::search {

/// Whether this epoch is its cycle's bias direction.
inline bool is_bias_epoch(const DescentOptions& options, Index dim, std::int64_t epoch) {
    return options.bias_direction && options.intercept && epoch % dim == 0;
}

/// The directions that do not look at the data: direction number `epoch` is a function of the
/// options, the dimension and the epoch.
class DrawnDirections {
  public:
    DrawnDirections(const DescentOptions& options, Index dim)
        : options_(options), dim_(dim), random_(options.seed, Purpose::direction) {}

    void operator()(std::int64_t epoch, std::span<double> d) {
        if (!options_.orthogonal || options_.directions == Directions::coordinate)
            return plain(epoch, d);
        if (epoch / dim_ != cycle_) build_basis(epoch / dim_);
        std::ranges::copy(basis_[epoch % dim_ % static_cast<Index>(basis_.size())], d.begin());
    }

  private:
    void plain(std::int64_t epoch, std::span<double> d) const {
        if (options_.directions == Directions::coordinate) return set_axis(coordinate(epoch), d);
        if (is_bias_epoch(options_, dim_, epoch)) return set_axis(dim_ - 1, d);
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
    std::vector<std::vector<double>> basis_;
};

}  // namespace rosenblatt::search
