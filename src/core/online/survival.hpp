#pragma once
#include <vector>

#include "base/index.hpp"
#include "online/engine.hpp"

namespace rosenblatt {

/// How long the weights of each group have survived. Runs are differences of the mass visited so
/// far, so rows that are right cost nothing: `run = visited - mark`, `mass = visited - suppressed`.
class Survival {
  public:
    double visited = 0;

    void open(Index groups) {
        groups_.resize(static_cast<std::size_t>(groups));
        histories_.resize(groups_.size());
    }
    void resume(Index g, double run, double mass) {
        groups_[g].mark = -run;
        groups_[g].suppressed = -mass;
    }

    bool stopped(Index g) const { return groups_[g].reason != StopReason::none; }
    StopReason reason(Index g) const { return groups_[g].reason; }
    Index size() const { return static_cast<Index>(groups_.size()); }

    /// Mass survived by the current weights, and mass counted by the average.
    double run(Index g) const {
        return stopped(g) ? histories_[g].final_run : visited - groups_[g].mark;
    }
    double mass(Index g) const {
        return stopped(g) ? histories_[g].final_mass : visited - groups_[g].suppressed;
    }
    /// The mass visited at which the run will exceed `run`.
    double visited_at(Index g, double run) const { return groups_[g].mark + run; }

    void mistake(Index g) { ++groups_[g].pass_mistakes; }
    /// A suppressed mistake is no vote and does not end the run.
    void suppress(Index g, double weight) {
        groups_[g].mark += weight;
        groups_[g].suppressed += weight;
        groups_[g].pass_suppressed += weight;
    }
    /// The run of the new weights starts behind the row that changed them.
    void update(Index g, double weight) {
        groups_[g].mark = visited + weight;
        ++groups_[g].pass_updates;
    }

    void open_pass() {
        for (GroupCounts& l : groups_)
            l.pass_suppressed = 0, l.pass_updates = 0, l.pass_mistakes = 0;
    }
    void close_pass() {
        for (Index g = 0; g < size(); ++g) {
            if (stopped(g)) continue;
            histories_[g].updates.push_back(groups_[g].pass_updates);
            histories_[g].mistakes.push_back(groups_[g].pass_mistakes);
        }
    }
    Index pass_updates(Index g) const { return groups_[g].pass_updates; }
    Index pass_mistakes(Index g) const { return groups_[g].pass_mistakes; }
    double pass_suppressed(Index g) const { return groups_[g].pass_suppressed; }

    /// Nothing can change any more: the mass of the passes spared is credited to the final run.
    void stop(Index g, StopReason reason, double credit) {
        histories_[g].final_run = run(g) + credit;
        histories_[g].final_mass = mass(g) + credit;
        groups_[g].reason = reason;
    }

    const std::vector<Index>& updates(Index g) const { return histories_[g].updates; }
    const std::vector<Index>& mistakes(Index g) const { return histories_[g].mistakes; }

  private:
    struct GroupCounts {
        double mark = 0, suppressed = 0, pass_suppressed = 0;
        Index pass_updates = 0, pass_mistakes = 0;
        StopReason reason = StopReason::none;
    };
    struct History {  // written once a pass: kept apart from what every update touches
        std::vector<Index> updates = {}, mistakes = {};
        double final_run = 0, final_mass = 0;
    };
    std::vector<GroupCounts> groups_;
    std::vector<History> histories_;
};

}  // namespace rosenblatt
