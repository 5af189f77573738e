#pragma once
#include <optional>
#include <utility>
#include <vector>

#include "online/error_count.hpp"
#include "online/state.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// Margins of one group over all examples, outside the passes; a lane is read as if it were alone.
template <class R>
class Overview {
    using T = typename R::Value;

  public:
    Overview(const State<R>& state, Index group) : s_(state), group_(group) {
        if (!s_.setup.joint)
            weights_.resize(static_cast<std::size_t>(round_up(s_.lanes.dim + 1, kSums) + kSums));
    }

    /// Weight of the examples that are not strictly right; stops counting at `enough`. Calls
    /// `breathe` with the number of rows read now and then.
    double error(std::optional<Sheet<T>>& sheet, double enough, const auto& breathe) {
        look();
        if (sheet) {
            breathe(s_.examples.size());
            return sheet->error(group_, weights_.data(), bias_, enough);
        }
        double error = 0;
        for (Index e = 0; e < s_.examples.size() && error < enough; ++e) {
            if (e % 4096 == 4095) breathe(4096);
            if (!(margin(e) > 0)) error += s_.examples.cost_of(e);
        }
        return error;
    }

    struct Standstill {
        bool separated;
        std::vector<char> right;  ///< which examples are right; the others are suppressed
    };

    /// Whether no example at all could still change the weights.
    std::optional<Standstill> standstill() {
        look();
        Standstill out{true, std::vector<char>(static_cast<std::size_t>(s_.examples.size()))};
        for (Index e = 0; e < s_.examples.size(); ++e) {
            const double m = static_cast<double>(margin(e));
            AnyRule rule = s_.rules[s_.groups[group_].first];  // a copy: asking must not teach it
            const Move move =
                decide(rule, s_.example(group_, e, m, s_.setup.joint ? 2.0 : 1.0, y(e)));
            if (move.outcome == Move::Outcome::update) return std::nullopt;
            out.separated &= m > 0;
            out.right[e] = move.outcome == Move::Outcome::right;
        }
        return out;
    }

  private:
    void look() {
        if (s_.setup.joint) return;
        s_.lanes.copy_to(group_, weights_.data());
        bias_ = std::exchange(weights_[s_.lanes.dim], T(0));
    }

    T margin(Index e) {
        if (s_.setup.joint) return rivals_of(s_, e, scratch_).margin;
        const T score = s_.rows.dot(weights_.data(), s_.examples.row_of(e)) + bias_;
        return y(e) > 0 ? score : -score;
    }
    int y(Index e) const {
        return s_.setup.joint || s_.labels[e] == s_.setup.lanes[group_].positive ? 1 : -1;
    }

    const State<R>& s_;
    Index group_;
    std::vector<T> weights_, scratch_;
    T bias_ = 0;
};

}  // namespace rosenblatt::ROSENBLATT_ISA
