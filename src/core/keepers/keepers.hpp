#pragma once
#include <algorithm>
#include <limits>
#include <string_view>

#include "choices.hpp"
#include "online/record.hpp"

namespace rosenblatt {

/// The keepers of one group of lanes. The last hypothesis needs none.
class Keepers {
  public:
    /// Starts all that are wanted; `start` is where each lane of the group resumes.
    Keepers(const std::vector<AnyKeeper>& wanted, const View& view, const Record* start)
        : keepers_(wanted) {
        for (AnyKeeper& keeper : keepers_)
            std::visit(
                [&](auto& k) {
                    k.start(view);
                    for (Index l = 0; l < view.lanes.count; ++l) load(k, l, start[l]);
                },
                keeper);
        set_alarm();
    }

    bool empty() const { return keepers_.empty(); }

    void tell(const Change& change) {
        double first = kNever;
        for (AnyKeeper& keeper : keepers_)
            std::visit(
                [&](auto& k) {
                    k.update(change);
                    if constexpr (requires { k.alarm(); }) first = std::min(first, k.alarm());
                },
                keeper);
        alarm_ = first;
    }

    /// The run beyond which a keeper wants to act, the shortest of all.
    double alarm() const { return alarm_; }
    /// Those act whose alarm is over for `due`.
    void ring(const View& view, auto due) {
        for (AnyKeeper& keeper : keepers_)
            if (due(alarm_of(keeper)))
                std::visit(
                    [&](auto& k) {
                        if constexpr (requires { k.ring(view); }) k.ring(view);
                    },
                    keeper);
        set_alarm();
    }

    Hypothesis finish(std::string_view name, const View& view) const {
        for (const AnyKeeper& keeper : keepers_)
            if (name_of(keeper) == name)
                return std::visit([&](const auto& k) { return k.finish(view); }, keeper);
        return view.copy();
    }

    VoteList votes(const View& view) const {
        VoteList out;
        for (const AnyKeeper& keeper : keepers_)
            std::visit(
                [&](const auto& k) {
                    if constexpr (requires { k.votes; }) out = k.finished(view);
                },
                keeper);
        return out;
    }

    Index evaluations() const {
        Index count = 0;
        for (const AnyKeeper& keeper : keepers_)
            std::visit(
                [&](const auto& k) {
                    if constexpr (requires { k.evaluations; }) count += k.evaluations;
                },
                keeper);
        return count;
    }

    std::vector<Kept> save(Index lane, const View& view) const {
        std::vector<Kept> out;
        for (const AnyKeeper& keeper : keepers_)
            std::visit(
                [&](const auto& k) {
                    if constexpr (requires { k.save(lane, view); })
                        out.push_back({k.name, k.save(lane, view)});
                },
                keeper);
        return out;
    }

  private:
    void set_alarm() {
        alarm_ = kNever;
        for (const AnyKeeper& keeper : keepers_) alarm_ = std::min(alarm_, alarm_of(keeper));
    }

    static std::string_view name_of(const AnyKeeper& keeper) {
        return std::visit([](const auto& k) { return std::string_view(k.name); }, keeper);
    }

    static double alarm_of(const AnyKeeper& keeper) {
        return std::visit(
            [](const auto& k) {
                if constexpr (requires { k.alarm(); })
                    return k.alarm();
                else
                    return kNever;
            },
            keeper);
    }

    static void load(auto& keeper, Index lane, const Record& start) {
        if constexpr (requires { keeper.load(lane, std::span<const double>()); })
            for (const Kept& kept : start.kept)
                if (kept.keeper == keeper.name) keeper.load(lane, kept.numbers);
    }

    static constexpr double kNever = std::numeric_limits<double>::infinity();
    std::vector<AnyKeeper> keepers_;
    double alarm_ = kNever;
};

/// Whether a keeper of this list acts on rows that are right.
inline bool any_alarm(const std::vector<AnyKeeper>& keepers) {
    return std::ranges::any_of(keepers, [](const AnyKeeper& keeper) {
        return std::visit([](const auto& k) { return requires { k.alarm(); }; }, keeper);
    });
}

}  // namespace rosenblatt
