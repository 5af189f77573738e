#pragma once

#include <optional>

#include "search/descent_state.hpp"
#include "search/draws.hpp"
#include "search/orthonormal.hpp"

namespace rosenblatt::search {

/// An orthonormal basis of the weights and of some of the rows nearest the hyperplane, taken in
/// random order. A direction orthogonal to the first r rows moves the hyperplane without moving it
/// over those rows: it slides along the edges of the cell it lies in. The weights are in the basis
/// because a step along them moves nothing.
template <PackedRows Packed>
class NearRows {
  public:
    NearRows(const Packed& rows, const Shift& shift) : norms_(rows.size()) {
        std::vector<double> x(rows.dim());
        for (Index i = 0; i < rows.size(); ++i) {
            read(rows, shift, i, x);
            norms_[i] = norm(x);
        }
    }

    /// Of rows equally near the earlier ones are taken.
    void choose(const DescentState<Packed>& state, const Draws& random, std::uint64_t& counter,
                bool intercept) {
        const Index n = state.rows().size(), dim = state.rows().dim();
        const Index room = std::min(dim, most_basis + 1);
        const Index count = std::min<Index>(n, room + room / 2 + 2);
        nearest_.resize(n);
        for (Index i = 0; i < n; ++i)
            nearest_[i] = {std::abs(static_cast<double>(state.scores()[i])) / norms_[i], i};
        std::nth_element(nearest_.begin(), nearest_.begin() + (count - 1), nearest_.end());
        std::sort(nearest_.begin(), nearest_.begin() + count);
        basis_.clear();
        std::vector<double> weights(state.weights());
        state.shift().to_shifted(weights);
        add(std::move(weights), intercept);
        const std::size_t most = room - (intercept ? 1 : 2);
        for (Index k = 0; k < count && basis_.size() < most; ++k) {
            const auto other = static_cast<Index>(k + random.below(counter++, count - k));
            std::swap(nearest_[k], nearest_[other]);
            std::vector<double> x(dim);
            read(state.rows(), state.shift(), nearest_[k].second, x);
            add(std::move(x), intercept);
        }
    }

    std::size_t size() const { return basis_.size(); }

    /// Takes out of d what lies along the first `count` rows; twice, to be rid of rounding errors.
    /// Weights of 0 leave the basis empty where rows have no place in it: then d stays as it is.
    void project(std::vector<double>& d, std::size_t count) const {
        count = std::min(count, basis_.size());
        project_out(basis_, count, d);
        project_out(basis_, count, d);
    }

  private:
    /// A basis costs the square of its size for each column: more is not worth it on wide rows.
    static constexpr Index most_basis = 64;

    static void read(const Packed& rows, const Shift& shift, Index i, std::vector<double>& x) {
        std::ranges::fill(x, 0.0);
        rows.add(i, 1, x.data());
        shift.move(x.back(), x);
    }

    void add(std::vector<double> x, bool intercept) {
        if (!intercept) x.back() = 0;
        if (orthonormalise(basis_, x)) basis_.push_back(std::move(x));
    }

    std::vector<double> norms_;
    std::vector<std::pair<double, Index>> nearest_;
    std::vector<std::vector<double>> basis_;
};

}  // namespace rosenblatt::search
