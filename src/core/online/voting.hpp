#pragma once
// Votes of many points: one multiplication for each update and point, whatever the number of
// features. Points are taken in tiles whose scores and votes stay in registers while all updates go
// by. The numbers of a point are its own, so tiles and threads change no bit.
#include "base/memory.hpp"
#include "base/poll.hpp"
#include "online/vote_lists.hpp"
#include "simd/vectors.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// The products of some points: those of a row side by side, the next row `stride` entries on.
template <class T>
struct Tile {
    const T* products;
    Index stride;
};

/// A tile of `width` points in memory of its own, plus a constant; behind the last point 0.
template <class T, Index width, class U>
Tile<T> copied(const ProductMatrix<U>& from, PointRange points, T constant, T* tile) {
    const Index count = points.last - points.first, across = from.point_stride;
    const U* const start = from.data + points.first * across;
    if (across == 1 && count == width) {
        for (Index r = 0; r < from.rows; ++r)
            for (Index p = 0; p < width; ++p)
                tile[r * width + p] = static_cast<T>(start[r * from.row_stride + p]) + constant;
        return {tile, width};
    }
    constexpr Index some = 16;  // rows that stay in the cache while point after point is read
    std::fill(tile, tile + from.rows * width, T(0));
    for (Index block = 0; block < from.rows; block += some)
        for (Index p = 0; p < count; ++p)
            for (Index r = block; r < std::min(block + some, from.rows); ++r)
                tile[r * width + p] =
                    static_cast<T>(start[r * from.row_stride + p * across]) + constant;
    return {tile, width};
}

/// One lane alone, along a block of its updates.
template <class T, Index vectors, bool scaled>
void walk_block(const Hops<T>& list, std::size_t from, std::size_t to, Tile<T> tile, T* scores,
                double* votes) {
    using Count = VoteCount<T>;
    constexpr Index wide = Vector<T>::width;
    constexpr std::size_t ahead = 16;  // updates: a tile may be larger than the nearest cache
    Vec<T> score[vectors];
    Vec<Count> count[vectors] = {};
    for (Index v = 0; v < vectors; ++v) score[v] = load(scores + v * wide);
    for (std::size_t u = from; u < to; ++u) {
        const Hop<T>&hop = list.hops[u], &later = list.hops[std::min(u + ahead, to - 1)];
        prefetch_bytes(tile.products + later.row * tile.stride, vectors * wide * sizeof(T));
        const T* const products = tile.products + hop.row * tile.stride;
        const Vec<T> step = all_equal(hop.step), threshold = all_equal(hop.threshold);
        const Vec<Count> run = all_equal(hop.run);
        for (Index v = 0; v < vectors; ++v) {
            if constexpr (scaled) score[v] *= all_equal(list.keep[u]);
            score[v] += step * load(products + v * wide);
            count[v] += where<Count>(score[v] >= threshold, run);
        }
    }
    for (Index v = 0; v < vectors; ++v) {
        store(scores + v * wide, score[v]);
        for (Index k = 0; k < wide; ++k) votes[v * wide + k] += static_cast<double>(count[v][k]);
    }
}

/// Lanes alone: each votes by the sign of its score, which is walked in the precision of T.
template <class T, class U>
class VotesAlone {
  public:
    VotesAlone(const VoteLists& lists, const ProductMatrix<U>& products, const Points& points,
               Poll& poll)
        : lists_(lists), products_(products), points_(points), poll_(poll) {}

    void add(PointRange range) {
        constexpr Index few = Vector<T>::width, many = 4 * few;
        while (range.first < range.last && !poll_.stopped()) {
            const PointRange part{range.first, std::min(range.first + many, range.last)};
            part.last - part.first > few ? add_tile<4>(part) : add_tile<1>(part);
            range.first = part.last;
        }
    }

  private:
    const VoteLists& lists_;
    const ProductMatrix<U>& products_;
    const Points& points_;
    Poll& poll_;
    AlignedVector<T> copy_ = {};

    template <Index vectors>
    void add_tile(PointRange part) {
        constexpr Index width = vectors * Vector<T>::width;
        const Tile<T> tile = tile_of<width>(part);
        for (Index lane = 0; lane < lists_.lanes() && !poll_.stopped(); ++lane) {
            const Hops<T>& list = lists_.hops<T>()[lane];
            const Index at = lane * points_.count + part.first, count = part.last - part.first;
            T scores[width] = {};
            double votes[width];
            if (points_.start) std::copy_n(points_.start + at, count, scores);
            for (Index p = 0; p < width; ++p) votes[p] = scores[p] >= 0 ? list.start_run : 0;
            walk<vectors>(list, tile, scores, votes);
            for (Index p = 0; p < count; ++p) points_.sums[at + p] = 2 * votes[p] - list.total;
        }
    }

    /// Copied, unless too few updates read it to make up for that.
    template <Index width>
    Tile<T> tile_of(PointRange part) {
        if constexpr (std::is_same_v<T, U>)
            if (products_.point_stride == 1 && part.last - part.first == width &&
                lists_.updates() < 2 * products_.rows)
                return {products_.data + part.first, products_.row_stride};
        copy_.resize(static_cast<std::size_t>(products_.rows * width));
        return copied<T, width>(products_, part, T(0), copy_.data());
    }

    template <Index vectors>
    void walk(const Hops<T>& list, Tile<T> tile, T* scores, double* votes) {
        std::size_t from = 0;
        for (const std::size_t to : list.ends) {
            list.keep.empty() ? walk_block<T, vectors, false>(list, from, to, tile, scores, votes)
                              : walk_block<T, vectors, true>(list, from, to, tile, scores, votes);
            if (poll_.after(static_cast<Index>(to - from) * vectors * Vector<T>::width)) return;
            from = to;
        }
    }
};

/// Lanes in groups: a group is shown the scores of its lanes, which are doubles.
template <VotesTogether G, class U>
class VotesInGroups {
  public:
    VotesInGroups(const G& group, const VoteLists& lists, const ProductMatrix<U>& products,
                  const Points& points, Poll& poll)
        : group_(group),
          lists_(lists),
          products_(products),
          points_(points),
          poll_(poll),
          copy_(static_cast<std::size_t>(products.rows * width)),
          scores_(static_cast<std::size_t>(lists.group_lanes() * width)),
          sums_(scores_.size()) {}

    void add(PointRange range) {
        for (; range.first < range.last && !poll_.stopped(); range.first += width)
            add_tile({range.first, std::min(range.first + width, range.last)});
    }

  private:
    static constexpr Index width = Ballots::points;
    const G& group_;
    const VoteLists& lists_;
    const ProductMatrix<U>& products_;
    const Points& points_;
    Poll& poll_;
    AlignedVector<double> copy_, scores_, sums_;

    void add_tile(PointRange part) {
        const Index lanes = lists_.group_lanes(), count = part.last - part.first;
        copied<double, width>(products_, part, lists_.constant2(), copy_.data());
        Index at = part.first;  // of the first lane of a group
        for (const VoteSpan& list : lists_.lists()) {
            std::ranges::fill(scores_, 0.0);
            std::ranges::fill(sums_, 0.0);
            if (points_.start)
                for (Index l = 0; l < lanes; ++l)
                    std::copy_n(points_.start + at + l * points_.count, count, &scores_[l * width]);
            walk(list);
            for (Index l = 0; l < lanes; ++l)
                std::copy_n(&sums_[l * width], count, points_.sums + at + l * points_.count);
            at += lanes * points_.count;
        }
    }

    void walk(const VoteSpan& list) {
        const Ballots ballots{scores_.data(), sums_.data(), lists_.group_lanes()};
        if (list.start_run > 0) group_.vote(ballots, list.start_run);
        for (std::size_t u = 0; u < list.row.size(); ++u) {
            const double* const product = copy_.data() + list.row[u] * width;
            if (list.keep[u] != 1)
                for (double& score : scores_) score *= list.keep[u];
            for (Index k = list.first[u]; k < list.first[u + 1]; ++k) {
                double* const score = scores_.data() + list.lane[k] * width;
                for (Index p = 0; p < width; ++p) score[p] += list.step[k] * product[p];
            }
            if (list.run[u] > 0) group_.vote(ballots, list.run[u]);
            if (poll_.after(ballots.lanes * width)) return;
        }
    }
};

void vote(const VoteLists& lists, const Points& points, PointRange range, const Stop& stop) {
    Poll poll(1);
    poll.listen_to(&stop);
    std::visit(
        [&]<class G, class U>(const G& group, const ProductMatrix<U>& products) {
            if constexpr (VotesTogether<G>)
                VotesInGroups<G, U>(group, lists, products, points, poll).add(range);
            else if (lists.in_floats(points.products))
                VotesAlone<float, U>(lists, products, points, poll).add(range);
            else
                VotesAlone<double, U>(lists, products, points, poll).add(range);
        },
        lists.group(), points.products);
}

}  // namespace rosenblatt::ROSENBLATT_ISA
