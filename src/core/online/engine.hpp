#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "base/stop.hpp"
#include "choices.hpp"
#include "online/record.hpp"
#include "visits/examples.hpp"
#include "visits/order.hpp"

namespace rosenblatt {

/// One hypothesis to train: its rule, and the class code it calls +1.
struct Lane {
    AnyRule rule;  ///< parameters in units of the mean squared norm
    std::int32_t positive;
};

struct Setup {
    const AnyTable* table = nullptr;
    const AnyKernel* kernel = nullptr;   ///< if given, rows are known by its products
    const Examples* examples = nullptr;  ///< at most Visit::kMost
    const std::vector<double>* norm2 = nullptr;
    std::vector<Lane> lanes = {};
    std::vector<Record> start = {};  ///< one a lane
    AnyGroup group = Single{};
    Index group_lanes = 1;  ///< so many lanes side by side form a group
    std::vector<AnyKeeper> keepers = {};
    double unit = 1;       ///< mean squared norm of the rows, in which rules have their parameters
    double constant2 = 0;  ///< square of the constant feature; 0: no intercept
    Order order = Order::cyclic;
    bool resample = false;  ///< draw by weight instead of weighing the steps
    std::uint64_t seed = 0;
    Index max_passes = 1;
    std::optional<bool> rough_rows = {};  ///< unless said, where they pay
};

/// Where the rows of one kind are read.
template <class Source>
const Source& source_of(const Setup& setup) {
    if constexpr (Table<Source>)
        return *std::get_if<Source>(setup.table);
    else
        return *std::get_if<Source>(setup.kernel);
}

enum class StopReason : std::uint8_t { none, separated, no_update };
enum class Status : std::uint8_t { finished, interrupted, overflow };

/// A training run that can be taken pass by pass.
class Engine {
  public:
    virtual ~Engine() = default;
    virtual Status run(Index passes, const Stop& stop) = 0;
    virtual bool done() const = 0;
    virtual Index group_count() const = 0;
    virtual Index passes(Index group) const = 0;
    virtual StopReason reason(Index group) const = 0;
    /// What the keeper of that name gives; the last hypothesis if there is none.
    virtual Hypothesis hypothesis(Index group, std::string_view keeper) const = 0;
    virtual VoteList votes(Index group) const = 0;
    virtual Record record(Index lane) const = 0;
    virtual Index error_evaluations(Index group) const = 0;
    virtual const std::vector<Index>& updates(Index group) const = 0;
    virtual const std::vector<Index>& mistakes(Index group) const = 0;
    virtual void add_counts(Index group, Index* per_row, Index step) const = 0;
    /// Which row each weight is a coefficient of; none, if weights are those of columns.
    virtual std::vector<Index> support() const = 0;
};

}  // namespace rosenblatt
