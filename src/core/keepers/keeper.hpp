#pragma once
// The contract of keepers: which of the hypotheses met in training is kept.
#include <cmath>
#include <concepts>
#include <optional>
#include <span>
#include <vector>

#include "groups/group.hpp"
#include "rules/rule.hpp"

namespace rosenblatt {

/// Weights of all lanes of a group, each followed by its bias.
using Hypothesis = std::vector<double>;

/// The weights in training, whatever rows they belong to.
class Weights {
  public:
    virtual ~Weights() = default;
    /// Entries of one lane: its weights and its bias, which comes last.
    virtual Index width() const = 0;
    virtual Hypothesis copy(LaneRange lanes) const = 0;
    /// out += factor * the lane, bias included.
    virtual void add_lane(Index lane, double factor, double* out) const = 0;
    /// out += factor * the row, the last entry by what an intercept moves.
    virtual void add_row(Index row, double factor, double* out) const = 0;
    /// Weight of the examples that a group does not get strictly right, counted until it reaches
    /// `enough`; nothing, if training was told to stop meanwhile.
    virtual std::optional<double> error(Index group, double enough) = 0;
};

/// The weights of one group, and how long they have lasted.
struct View {
    Weights& weights;
    Index group;
    LaneRange lanes;
    double run, mass;  ///< survived by the present weights; counted by the average so far

    Hypothesis copy() const { return weights.copy(lanes); }
    std::optional<double> error(double enough) const { return weights.error(group, enough); }
};

/// A change of a group's weights, told just before it happens: they are scaled by `keep`, then each
/// step adds its multiple of the direction.
struct Change {
    View before;
    double keep;
    std::span<const Step> steps;
    Index row;
    const Direction* direction;  ///< null: the row itself
    double constant2;

    /// out += factor * the direction, the last entry by what an intercept moves.
    void add_direction(double factor, double* out) const;
};

/// A keeper hears of changes only: a row that is right costs it nothing.
/// - `name`: by which a stream finds again what it saved.
/// - `start`: before the first row, with the weights training starts from.
/// - `finish`: the hypothesis it would give now.
///
/// Optional parts:
/// - `double alarm() const` and `void ring(const View&)`: to act on a row that is right, once the
///   present weights have survived more than `alarm()`. Below 0 rings at once.
/// - `std::vector<double> save(Index lane, const View&) const` and
///   `void load(Index lane, std::span<const double>)`: what a stream keeps of it for each lane. It
///   begins with a vector of `width()` numbers, or as many of them as `static constexpr int
///   vectors` says; other numbers follow. With a kernel, the width is another one in each batch,
///   and these vectors are given the new one before `load`.
/// - `votes`: a list of updates, for keepers whose hypothesis is no single hyperplane.
/// - `evaluations`: how often it counted errors.
template <class K>
concept Keeper =
    std::copyable<K> && requires(K k, const K kept, const View& view, const Change& change) {
        { K::name } -> std::convertible_to<const char*>;
        k.start(view);
        k.update(change);
        { kept.finish(view) } -> std::same_as<Hypothesis>;
    };

inline void Change::add_direction(double factor, double* out) const {
    if (direction == nullptr) return before.weights.add_row(row, factor, out);
    direction->each([&](Index j, double x) { out[j] += factor * x; });
    out[before.weights.width() - 1] += factor * direction->constant * std::sqrt(constant2);
}

}  // namespace rosenblatt
