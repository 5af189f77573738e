#pragma once
#include <utility>
#include <variant>
#include <vector>

#include "keepers/averaged.hpp"
#include "keepers/longest.hpp"
#include "keepers/pocket.hpp"
#include "keepers/voted.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// Those who must hear of changes; the last hypothesis needs no keeper.
using AnyKeeper = std::variant<Longest, Pocket, Averaged, Voted>;

/// The keepers of one group of lanes.
class Panel {
  public:
    /// `start` is where each lane of the group goes on.
    Panel(const auto& lanes, Group group, const Listeners& listeners, const Record* start) {
        const auto joined = [&](auto member) {
            Hypothesis all;
            for (Index l = 0; l < group.count; ++l) {
                const std::vector<double>& part = start[l].*member;
                all.insert(all.end(), part.begin(), part.end());
            }
            return all;
        };
        if (listeners.longest) {
            Hypothesis best = joined(&Record::best);
            if (best.empty()) best = copy_of(lanes, group);
            keepers_.push_back(Longest{std::move(best), start[0].best_run});
        }
        if (listeners.averaged) {
            Hypothesis owed = joined(&Record::owed);
            owed.resize(static_cast<std::size_t>(group.count * (lanes.dim + 1)));
            keepers_.push_back(Averaged{std::move(owed)});
        }
        if (listeners.voted) keepers_.push_back(Voted{});
        if (listeners.pocket) keepers_.push_back(Pocket{});
    }

    bool empty() const { return keepers_.empty(); }

    void tell(const auto& change) {
        for (AnyKeeper& keeper : keepers_) std::visit([&](auto& k) { k.update(change); }, keeper);
    }

    template <class K>
    K* find() {
        for (AnyKeeper& keeper : keepers_)
            if (K* found = std::get_if<K>(&keeper)) return found;
        return nullptr;
    }
    template <class K>
    const K* find() const {
        return const_cast<Panel*>(this)->template find<K>();
    }

  private:
    std::vector<AnyKeeper> keepers_;
};

}  // namespace rosenblatt::ROSENBLATT_ISA
