#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "online/error_count.hpp"
#include "online/update.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// Margins of one group over all examples, outside the passes; a lane is read as if it were alone.
template <Rows R>
class FullPass {
    using T = typename R::Value;

  public:
    FullPass(const State<R>& state, Index group)
        : s_(state),
          rows_(aside(state.rows_of(group))),
          group_(group),
          steps_(static_cast<std::size_t>(state.setup.group_lanes)),
          weights_(state.single()
                       ? static_cast<std::size_t>(round_up(state.lanes.dim + 1, kSums) + kSums)
                       : 0) {}

    /// Weight of the examples that are not strictly right; stops counting at `enough`. Nothing, if
    /// told to stop meanwhile.
    std::optional<double> error(std::optional<ErrorCount<T>>& count, double enough, Poll& poll) {
        copy_weights();
        if (count) {
            if (poll.after(s_.examples.size())) return std::nullopt;
            return count->error(group_, weights_.data(), bias_, enough);
        }
        if (!s_.single())
            return sum_errors([this](Index e) { return judge(e).margin; }, enough, poll);
        const auto margin = [rows = rows_, w = weights_.data(), bias = bias_, &s = s_,
                             positive = s_.setup.lanes[group_].positive](Index e) {
            const T score = rows.dot(w, s.examples.row_of(e)) + bias;
            return s.labels[e] == positive ? score : -score;
        };
        return sum_errors(margin, enough, poll);
    }

    struct Standstill {
        bool separated;
        std::vector<char> right;  ///< which examples are right; the others are suppressed
    };

    /// Whether no example at all could still change the weights.
    std::optional<Standstill> standstill() {
        copy_weights();
        Standstill out{true, std::vector<char>(static_cast<std::size_t>(s_.examples.size()))};
        for (Index e = 0; e < s_.examples.size(); ++e) {
            have_ready(e);
            const GroupMargin<T> found = judge(e);
            const double margin = static_cast<double>(found.margin);
            const Move move =
                ask(s_.rules[group_], s_.example(group_, e, margin, squared_step(e), found.y));
            if (move.outcome == Move::Outcome::update) return std::nullopt;
            out.separated &= margin > 0;
            out.right[e] = move.outcome == Move::Outcome::right;
        }
        return out;
    }

  private:
    std::optional<double> sum_errors(auto margin, double enough, Poll& poll) {
        double error = 0;
        for (Index e = 0; e < s_.examples.size() && error < enough; ++e) {
            if (e % 4096 == 4095 && poll.after(4096)) return std::nullopt;
            have_ready(e);
            if (!(margin(e) > 0)) error += s_.examples.cost_of(e);
        }
        return error;
    }

    static R aside(const R& rows) {
        if constexpr (Prepared<R>)
            return rows.aside();
        else
            return rows;
    }

    /// At the first example of a block: the rows of all of them.
    void have_ready(Index e) {
        if constexpr (Prepared<R>) {
            const Index size = rows_.block_size();
            if (e % size != 0) return;
            std::vector<Index> next;
            for (Index k = e; k < std::min(e + size, s_.examples.size()); ++k)
                next.push_back(s_.examples.row_of(k));
            rows_.have_ready(next);
        }
    }

    void copy_weights() {
        if (!s_.single()) return;
        s_.lanes.copy_to(group_, weights_.data());
        bias_ = std::exchange(weights_[s_.lanes.dim], T(0));
    }

    GroupMargin<T> judge(Index e) {
        const Index row = s_.examples.row_of(e);
        if (s_.single()) {
            const T score = rows_.dot(weights_.data(), row) + bias_;
            const bool positive = s_.labels[e] == s_.setup.lanes[group_].positive;
            return {positive ? score : -score, positive ? 1 : -1};
        }
        s_.all_scores(rows_, row, scores_);
        return std::visit([&](const auto& group) { return group.margin(scores_of(e)); },
                          s_.setup.group);
    }

    GroupScores<T> scores_of(Index e) const { return s_.group_scores(group_, e, scores_.data()); }

    /// Squared length of a unit step, for the example judged last.
    double squared_step(Index e) {
        if (s_.single()) return 1;
        const Index count =
            std::visit([&](const auto& group) { return group.steps(scores_of(e), steps_.data()); },
                       s_.setup.group);
        return Updater<R>::squared_length({steps_.data(), static_cast<std::size_t>(count)});
    }

    const State<R>& s_;
    R rows_;
    Index group_;
    std::vector<Step> steps_;
    std::vector<T> weights_, scores_;
    T bias_ = 0;
};

}  // namespace rosenblatt::ROSENBLATT_ISA
