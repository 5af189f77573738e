#pragma once
#include <algorithm>
#include <limits>
#include <vector>

#include "base/memory.hpp"
#include "keepers/keeper.hpp"
#include "simd/vectors.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// Weights of several hypotheses, and what their intercepts add to a score. One lane: contiguous,
/// padded with zeros. Several: interleaved, entry j of lane l at [j * padded + l], so that one
/// value of a row meets all lanes at once.
template <class T>
struct Lanes {
    Index count, padded, dim;
    AlignedVector<T> weights, bias, threshold, positive;
    std::vector<double> weights2;  ///< squared norms, where the rows cannot tell them (`step2`)

    Lanes(Index lanes, Index features)
        : count(lanes),
          padded(lanes == 1 ? 1 : round_up(lanes, Vector<T>::width)),
          dim(features),
          weights(
              static_cast<std::size_t>(lanes == 1 ? round_up(features, kSums) : features * padded)),
          bias(static_cast<std::size_t>(padded)),
          threshold(static_cast<std::size_t>(padded), -std::numeric_limits<T>::infinity()),
          positive(static_cast<std::size_t>(padded), T(-1)),
          weights2(static_cast<std::size_t>(padded)) {}

    T* lane(Index l) { return weights.data() + l; }
    const T* lane(Index l) const { return weights.data() + l; }

    /// Weights and bias of one lane, side by side.
    template <class U>
    void copy_to(Index l, U* out) const {
        for (Index j = 0; j < dim; ++j) out[j] = static_cast<U>(weights[j * padded + l]);
        out[dim] = static_cast<U>(bias[l]);
    }

    void copy_from(Index l, const double* in) {
        for (Index j = 0; j < dim; ++j) weights[j * padded + l] = static_cast<T>(in[j]);
        bias[l] = static_cast<T>(in[dim]);
    }

    Hypothesis copy(LaneRange range) const {
        Hypothesis out(static_cast<std::size_t>(range.count * (dim + 1)));
        for (Index l = 0; l < range.count; ++l)
            copy_to(range.first + l, out.data() + l * (dim + 1));
        return out;
    }

    /// Weights from `used` on are 0.
    void scale(Index l, double keep, Index used) {
        for (Index j = 0; j < used; ++j) weights[j * padded + l] *= static_cast<T>(keep);
        bias[l] *= static_cast<T>(keep);
    }

    /// Weight j of every lane becomes 0.
    void clear(Index j) {
        if (j >= 0) std::fill_n(weights.data() + j * padded, padded, T(0));
    }

    /// No row is below its threshold any more.
    void retire(Index l) { threshold[l] = -std::numeric_limits<T>::infinity(); }
};

}  // namespace rosenblatt::ROSENBLATT_ISA
