#pragma once
#include <algorithm>

#include "rules/rule.hpp"

namespace rosenblatt {

/// Passive-aggressive learning (Crammer et al. 2006): the least change of the weights that leaves
/// the row with margin 1, held back by C.
///
/// With the loss `l = 1 - margin > 0` the step is `min(C, l / |x|^2)` (PA-I), or with `squared`
/// `l / (|x|^2 + 1 / (2 C))` (PA-II). C = inf is PA. A row of weight v has v times the C. Losses
/// that may be rounding alone are none: a row is not learned anew because its margin came out just
/// below 1.
struct PassiveAggressive {
    static constexpr bool asks_norm = true;
    double c = 1;
    bool squared = false;

    double threshold() const { return 1; }

    Move move(const Example& e) const {
        const double loss = 1 - e.margin, bound = c * e.weight;
        if (!(loss > e.rounding())) return Move::right();  // as is a row just put at margin 1
        if (e.reach() == 0) return Move::suppressed();     // no weights can make it right
        return Move::update(squared ? loss / (e.reach() + 0.5 / bound)
                                    : std::min(bound, loss / e.reach()));
    }
};
static_assert(Rule<PassiveAggressive>);

}  // namespace rosenblatt
