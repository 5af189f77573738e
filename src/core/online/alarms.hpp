#pragma once
#include <limits>
#include <optional>
#include <vector>

#include "online/full_pass.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// When keepers want to act on rows that are right: one comparison a row for all of them.
template <Rows R>
class Alarms {
    using T = typename R::Value;

  public:
    explicit Alarms(State<R>& state) : s(state) {
        if (!s.alarms) return;
        if constexpr (Contiguous<R>)
            if (ErrorCount<T>::fits(s)) count_.emplace(s);
        for (Index g = 0; g < s.groups; ++g) passes_.emplace_back(s, g);
        s.count_error = [this](Index g, double enough) {
            return passes_[g].error(count_, enough, s.poll);
        };
        for (Index g = 0; g < s.groups; ++g) ring_if_survived(g);
        set();
    }

    /// The mass visited at which the next keeper acts.
    double next() const { return next_; }

    /// To be called after changes of weights.
    void set() {
        next_ = kNever;
        if (!s.alarms || s.poll.stopped()) return;
        for (Index g = 0; g < s.groups; ++g)
            if (!s.survival.stopped(g))
                next_ = std::min(next_, s.survival.visited_at(g, s.keepers[g].alarm()));
    }

    [[gnu::noinline]] void ring() {
        for (Index g = 0; g < s.groups; ++g)
            // The very comparison of the alarm: rounded otherwise, a lane would depend on the
            // others.
            if (!s.survival.stopped(g))
                ring(g, [&](double run) {
                    return s.survival.visited > s.survival.visited_at(g, run);
                });
        set();
    }

    /// The present run of a group may have grown past its alarm without a visit.
    void ring_if_survived(Index g) {
        if (!s.alarms) return;
        ring(g, [run = s.survival.run(g)](double alarm) { return run > alarm; });
    }

  private:
    void ring(Index g, auto due) {
        if (!due(s.keepers[g].alarm())) return;
        s.keepers[g].ring(s.view(g), due);
        s.poll.after(64);  // what ringing costs at least
    }

    static constexpr double kNever = std::numeric_limits<double>::infinity();

    State<R>& s;
    std::optional<ErrorCount<T>> count_;
    std::vector<FullPass<R>> passes_;  // of each group
    double next_ = kNever;
};

}  // namespace rosenblatt::ROSENBLATT_ISA
