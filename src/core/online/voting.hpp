#pragma once
#include <span>

#include "groups/group.hpp"

namespace rosenblatt {

/// A list of updates (see VoteList) in a caller's arrays; `row` numbers the rows of the products.
struct VoteSpan {
    std::span<const Index> row, first, lane;
    std::span<const double> keep, step, run;
    double start_run;
};

/// The votes of many points at once. `products[r * points + p]` is the inner product of learned row
/// r and point p; `scores` starts with those of the starting weights and walks along the list: one
/// multiplication for each update and point, whatever the number of features. The group says for
/// whom a hypothesis votes.
void add_votes(const Group auto& group, const VoteSpan& list, const double* products, Index points,
               Index lanes, double* scores, double* sums) {
    const Ballots ballots{scores, sums, lanes, points};
    if (list.start_run > 0) group.vote(ballots, list.start_run);
    for (std::size_t u = 0; u < list.row.size(); ++u) {
        const double* product = products + list.row[u] * points;
        if (list.keep[u] != 1)
            for (Index s = 0; s < lanes * points; ++s) scores[s] *= list.keep[u];
        for (Index k = list.first[u]; k < list.first[u + 1]; ++k) {
            double* const score = scores + list.lane[k] * points;
            for (Index p = 0; p < points; ++p) score[p] += list.step[k] * product[p];
        }
        if (list.run[u] > 0) group.vote(ballots, list.run[u]);
    }
}

}  // namespace rosenblatt
