#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "choices.hpp"
#include "rules/rule.hpp"
#include "visits/examples.hpp"
#include "online/record.hpp"
#include "rows/inspection.hpp"
#include "rows/table.hpp"

namespace rosenblatt {

/// One hypothesis to train: its rule, and the class code it calls +1.
struct Lane {
    AnyRule rule;
    std::int32_t positive;
};

struct Setup {
    const AnyTable* table;
    const Examples* examples;
    const std::vector<double>* norm2;
    std::vector<Lane> lanes;
    bool joint = false;  ///< all lanes form one multiclass hypothesis
    Listeners listeners;
    std::vector<Record> start;  ///< one per lane
    double constant2 = 0;       ///< square of the constant feature; 0: no intercept
    Order order = Order::cyclic;
    bool resample = false;  ///< draw by weight instead of weighing the steps
    std::uint64_t seed = 0;
    Index max_passes = 1;
    std::optional<bool> glances;  ///< unless said, where they pay
};

enum class Keeper : std::uint8_t { last, longest, pocket, averaged };
enum class StopReason : std::uint8_t { none, separated, no_update };
enum class Status : std::uint8_t { finished, interrupted, overflow };

/// Asked now and then, from the thread that trains, whether to give up.
using Stop = std::function<bool()>;

/// A training run that can be taken pass by pass. Groups are lanes, or one group of all if joint.
class Engine {
  public:
    virtual ~Engine() = default;
    virtual Status run(Index passes, const Stop& stop) = 0;
    virtual bool done() const = 0;
    virtual Index group_count() const = 0;
    virtual Index passes(Index group) const = 0;
    virtual StopReason reason(Index group) const = 0;
    virtual std::vector<double> hypothesis(Index group, Keeper keeper) const = 0;
    virtual std::pair<double, std::vector<Vote>> votes(Index group) const = 0;
    virtual Record record(Index lane) const = 0;
    virtual Index error_evaluations(Index group) const = 0;
    virtual const std::vector<Index>& updates(Index group) const = 0;
    virtual const std::vector<Index>& mistakes(Index group) const = 0;
    virtual void add_counts(Index group, Index* per_row, Index step) const = 0;
};

/// The functions compiled once for each instruction set.
struct Backend {
    const char* name;
    Survey (*survey)(const AnyTable&, Index stored);
    Examples (*arrange)(const AnyTable&, const Selection&, Order, std::uint64_t seed);
    std::unique_ptr<Engine> (*engine)(const Setup&);
};

const Backend& portable_backend();
#if defined(ROSENBLATT_HAS_AVX2)
const Backend& avx2_backend();
#endif

}  // namespace rosenblatt
