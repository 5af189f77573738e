#pragma once
#include "rules/rule.hpp"

namespace rosenblatt {

/// The updates of a voted perceptron, side by side. `row` numbers the rows of the products below.
struct VoteList {
    const std::int64_t *row, *raised, *lowered;
    const double *keep, *step, *run;
    Index size;
    double start_run;
};

/// Signed vote sums of many points at once. `products[r * points + p]` is the inner product of
/// learned row r and point p; `scores` starts with the scores of the starting weights and walks
/// along the list: one multiplication for each update and point, whatever the number of features.
inline void add_votes(const VoteList& list, const double* products, Index points, double* scores,
                      double* sums) {
    const auto vote = [&](double run) {
        for (Index p = 0; p < points; ++p) sums[p] += scores[p] >= 0 ? run : -run;
    };
    if (list.start_run > 0) vote(list.start_run);
    for (Index k = 0; k < list.size; ++k) {
        const double* product = products + list.row[k] * points;
        const double keep = list.keep[k], step = list.step[k], run = list.run[k];
        for (Index p = 0; p < points; ++p) scores[p] = keep * scores[p] + step * product[p];
        if (run > 0) vote(run);
    }
}

/// Votes of jointly trained classes: each hypothesis votes for its best class, the first if equal.
/// `scores` and `sums` hold one line of points for each class.
inline void add_joint_votes(const VoteList& list, const double* products, Index points,
                            Index classes, double* scores, double* sums) {
    const auto vote = [&](double run) {
        for (Index p = 0; p < points; ++p) {
            Index best = 0;
            for (Index c = 1; c < classes; ++c)
                if (scores[c * points + p] > scores[best * points + p]) best = c;
            sums[best * points + p] += run;
        }
    };
    if (list.start_run > 0) vote(list.start_run);
    for (Index k = 0; k < list.size; ++k) {
        const double* product = products + list.row[k] * points;
        double *up = scores + list.raised[k] * points, *down = scores + list.lowered[k] * points;
        if (list.keep[k] != 1)
            for (Index s = 0; s < classes * points; ++s) scores[s] *= list.keep[k];
        for (Index p = 0; p < points; ++p) up[p] += list.step[k] * product[p];
        for (Index p = 0; p < points; ++p) down[p] -= list.step[k] * product[p];
        if (list.run[k] > 0) vote(list.run[k]);
    }
}

}  // namespace rosenblatt
