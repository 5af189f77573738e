#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "choices.hpp"

namespace rosenblatt {

/// A list of updates (see VoteList) in a caller's arrays; `row` numbers the rows of the products.
struct VoteSpan {
    double start_run;
    std::span<const Index> row, first, lane;
    std::span<const double> keep, step, run;

    /// Whether the arrays belong together and name no other lanes.
    bool consistent(Index lanes) const {
        const std::size_t updates = row.size();
        return keep.size() == updates && run.size() == updates && first.size() == updates + 1 &&
               step.size() == lane.size() && first.front() == 0 &&
               first.back() == static_cast<Index>(lane.size()) && std::ranges::is_sorted(first) &&
               std::ranges::all_of(row, [](Index r) { return 0 <= r && r <= kMostRows; }) &&
               std::ranges::all_of(lane, [&](Index l) { return 0 <= l && l < lanes; });
    }
    static constexpr Index kMostRows = std::numeric_limits<std::int32_t>::max() - 1;
};

/// Inner products in a caller's array, of rows and points; strides count entries.
template <class T>
struct ProductMatrix {
    const T* data;
    Index rows, row_stride, point_stride;
};
using AnyProducts = std::variant<ProductMatrix<float>, ProductMatrix<double>>;

/// How the votes of a lane are counted while its scores are of type T: beside floats in whole
/// numbers of the same width, which are taken out before they overflow.
template <class T>
using VoteCount = std::conditional_t<sizeof(T) == 4, std::int32_t, double>;

/// One update of a lane alone. Its hypothesis votes +1 where the score without the intercept
/// reaches `threshold`: what the intercept adds is the same for all points.
template <class T>
struct Hop {
    std::int32_t row;
    VoteCount<T> run;
    T step, threshold;
};

/// A list of updates of a lane alone, each update in one place.
template <class T>
struct Hops {
    std::vector<Hop<T>> hops = {};
    std::vector<T> keep = {};            ///< empty: nothing is scaled
    std::vector<std::size_t> ends = {};  ///< of blocks whose runs add up to a VoteCount
    double start_run, total;

    Hops(const VoteSpan& list, double constant2)
        : start_run(list.start_run), total(list.start_run) {
        const std::size_t updates = list.row.size();
        if (std::ranges::any_of(list.keep, [](double k) { return k != 1; }))
            keep.assign(list.keep.begin(), list.keep.end());
        hops.reserve(updates);
        double steps = 0, in_block = 0;  // steps are often whole: an intercept of 0 is exactly 0
        for (std::size_t u = 0; u < updates; ++u) {
            double step = 0;
            for (Index k = list.first[u]; k < list.first[u + 1]; ++k) step += list.step[k];
            steps = steps * list.keep[u] + step;
            if ((u > 0 && u % kBlock == 0) || in_block + list.run[u] > kMostVotes)
                ends.push_back(u), in_block = 0;
            in_block += list.run[u];
            total += list.run[u];
            hops.push_back({static_cast<std::int32_t>(list.row[u]),
                            static_cast<VoteCount<T>>(list.run[u]), static_cast<T>(step),
                            static_cast<T>(-steps * constant2)});
        }
        ends.push_back(updates);
    }

    static constexpr double kMostVotes = std::is_integral_v<VoteCount<T>>
                                             ? std::numeric_limits<std::int32_t>::max()
                                             : std::numeric_limits<double>::infinity();

  private:
    static constexpr std::size_t kBlock = std::size_t(1) << 14;  ///< updates between two questions
};

/// The lists of a model, one for each group. Those of lanes alone are made ready for many walks, in
/// the precision of the products: floats were learned with weights in floats, so scores that round
/// alike are as true to the training as any. Fractions of votes are counted beside doubles only.
class VoteLists {
  public:
    VoteLists(const AnyGroup& group, Index group_lanes, std::vector<VoteSpan> lists,
              double constant2)
        : group_(group),
          group_lanes_(group_lanes),
          lists_(std::move(lists)),
          constant2_(constant2) {
        for (const VoteSpan& list : lists_) {
            updates_ += static_cast<Index>(list.row.size());
            for (const Index row : list.row) rows_ = std::max(rows_, row + 1);
            for (const double run : list.run)
                whole_ =
                    whole_ && run == std::floor(run) && run >= 0 && run <= Hops<float>::kMostVotes;
        }
    }

    const AnyGroup& group() const { return group_; }
    Index group_lanes() const { return group_lanes_; }
    Index lanes() const { return group_lanes_ * static_cast<Index>(lists_.size()); }
    const std::vector<VoteSpan>& lists() const { return lists_; }
    /// The square of the constant feature, which the products do not contain.
    double constant2() const { return constant2_; }
    /// Of all lists together.
    Index updates() const { return updates_; }
    /// So many the products must have at least.
    Index rows() const { return rows_; }
    bool in_floats(const AnyProducts& products) const { return products.index() == 0 && whole_; }

    /// To be called before a walk, by one thread.
    void prepare_for(const AnyProducts& products) {
        in_floats(products) ? prepare<float>() : prepare<double>();
    }
    template <class T>
    const std::vector<Hops<T>>& hops() const {
        return std::get<std::vector<Hops<T>>>(hops_);
    }

  private:
    AnyGroup group_;
    Index group_lanes_;
    std::vector<VoteSpan> lists_;
    double constant2_;
    Index updates_ = 0, rows_ = 0;
    bool whole_ = true;
    std::tuple<std::vector<Hops<float>>, std::vector<Hops<double>>> hops_ = {};

    template <class T>
    void prepare() {
        auto& ready = std::get<std::vector<Hops<T>>>(hops_);
        const bool alone = std::visit([]<class G>(const G&) { return !VotesTogether<G>; }, group_);
        if (alone && ready.empty())
            for (const VoteSpan& list : lists_) ready.emplace_back(list, constant2_);
    }
};

/// Points to predict. `products` has a row for each learned row and a column for each point; start
/// and sums have an entry [lane * points + point].
struct Points {
    AnyProducts products;
    const double* start;  ///< scores of the starting weights; null: all 0
    double* sums;
    Index count;
};

struct PointRange {
    Index first, last;
};

}  // namespace rosenblatt
