#pragma once
#include <algorithm>
#include <limits>
#include <vector>

#include "simd/vectors.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// Weights of several hypotheses, and what their intercepts add to a score. One lane: contiguous,
/// padded with zeros. Several: interleaved, entry j of lane l at [j * padded + l], so that one
/// value of a row meets all lanes at once.
template <class T>
struct Lanes {
    Index count, padded, dim;
    std::vector<T> weights, bias, threshold, positive;

    Lanes(Index lanes, Index features)
        : count(lanes),
          padded(lanes == 1 ? 1 : round_up(lanes, Vector<T>::width)),
          dim(features),
          weights(
              static_cast<std::size_t>(lanes == 1 ? round_up(features, kSums) : features * padded)),
          bias(static_cast<std::size_t>(padded)),
          threshold(static_cast<std::size_t>(padded), -std::numeric_limits<T>::infinity()),
          positive(static_cast<std::size_t>(padded), T(-1)) {}

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

    void scale(Index l, double keep) {
        for (Index j = 0; j < dim; ++j) weights[j * padded + l] *= static_cast<T>(keep);
        bias[l] *= static_cast<T>(keep);
    }

    /// Never wakes again.
    void silence(Index l) { threshold[l] = -std::numeric_limits<T>::infinity(); }
};

/// The lanes that change together: one class against the rest, or all classes trained jointly.
struct Group {
    Index first, count;
};

/// How much of a row one lane takes.
struct Step {
    Index lane;
    double add;
};

/// A change of a group's weights, told to the keepers just before it happens.
template <class R>
struct Change {
    const R& rows;
    const Lanes<typename R::Value>& before;
    Group group;
    Index row;
    double keep;        ///< the weights are scaled by this first
    const Step* steps;  ///< one step, or two: the class raised and the class lowered
    Index step_count;
    double run, mass;  ///< survived by the weights before; counted by the average so far
    double constant2;
};

/// Weights of all lanes of a group, each followed by its bias.
using Hypothesis = std::vector<double>;

template <class T>
Hypothesis copy_of(const Lanes<T>& lanes, Group group) {
    Hypothesis out(static_cast<std::size_t>(group.count * (lanes.dim + 1)));
    for (Index l = 0; l < group.count; ++l)
        lanes.copy_to(group.first + l, out.data() + l * (lanes.dim + 1));
    return out;
}

}  // namespace rosenblatt::ROSENBLATT_ISA
