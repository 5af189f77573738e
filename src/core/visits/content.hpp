#pragma once
// The content order: where a row stands in a pass depends on the seed and on what the row holds,
// never on where it stood in the file.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>
#include <utility>
#include <vector>

#include "base/radix.hpp"
#include "base/sums.hpp"
#include "rows/values.hpp"
#include "visits/content_hash.hpp"
#include "visits/examples.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// The rows a selection takes part with.
class Participants {
  public:
    Participants(const Selection& data, Index size)
        : data_(data), count_(data.subset == nullptr ? size : data.subset_size) {}

    double weight(Index i) const { return data_.weights == nullptr ? 1.0 : data_.weights[i]; }

    void each(auto visit) const {
        for (Index s = 0; s < count_; ++s) {
            const Index i = data_.subset == nullptr ? s : data_.subset[s];
            if (weight(i) > 0) visit(i);
        }
    }
    bool everyone() const { return data_.subset == nullptr && data_.weights == nullptr; }

  private:
    const Selection& data_;
    Index count_;
};

/// Builds the examples of the content order from rows sorted by hash: puts rows of equal hash in an
/// order of their content, merges equal rows, gives weights places.
class ContentOrder {
  public:
    /// -1, 0, 1: an order of rows by what they hold.
    using Compare = std::function<int(Index, Index)>;

    ContentOrder(const Selection& data, const Participants& who, std::uint64_t seed,
                 RandomTopSort sorted, Compare compare)
        : data_(data),
          who_(who),
          seed_(seed),
          sorted_(std::move(sorted)),
          compare_(std::move(compare)) {}

    Examples build() {
        const bool twins = settle_equal_keys();
        if (!twins && who_.everyone())
            walk();
        else
            place(merge());
        return std::move(out_);
    }

  private:
    /// Rows equal in x and label, as one; `at` is where the first stands in the sorted list.
    struct Merged {
        std::uint32_t row;
        Index at;
        double weight;
        bool later_label;  ///< the same x stands before it with another label
    };

    static std::uint32_t row_in(std::uint64_t word) { return static_cast<std::uint32_t>(word); }
    static std::uint64_t top_of(std::uint64_t key) { return key >> 32 << 32; }

    /// Rows whose keys agree are put in an order of their content; true if some are equal.
    bool settle_equal_keys() {
        for (Index first = 0, last; first < sorted_.size(); first = last) {
            const std::uint64_t top = top_of(sorted_[first]);
            for (last = first + 1; last < sorted_.size() && top_of(sorted_[last]) == top;) ++last;
            if (last - first > 1) settle(first, last);
        }
        return !twin_.empty();
    }

    /// As a rule all of them are equal, so that only labels and weights are left to compare.
    void settle(Index first, Index last) {
        const std::uint32_t one = row_in(sorted_[first]);
        bool equal = true;
        for (Index k = first + 1; k < last && equal; ++k)
            equal = compare_(one, row_in(sorted_[k])) == 0;
        std::sort(sorted_.begin() + first, sorted_.begin() + last, [&](auto l, auto r) {
            const int c = equal ? 0 : compare_(row_in(l), row_in(r));
            return c != 0 ? c < 0 : before(row_in(l), row_in(r));
        });
        if (!equal) shuffle(first, last);
        for (Index k = first + 1; k < last; ++k)
            if (equal || same(k - 1, k)) mark_twin(k);
    }

    bool same(Index k, Index l) { return compare_(row_in(sorted_[k]), row_in(sorted_[l])) == 0; }

    /// Different rows of one key, sorted by what they hold, in an order of the seed's; equal ones
    /// stay together.
    void shuffle(Index first, Index last) {
        std::vector<Index> starts;
        for (Index k = first; k < last; ++k)
            if (k == first || !same(k - 1, k)) starts.push_back(k);
        const Stream stream(seed_, top_of(sorted_[first]));
        std::vector<Index> order(starts.size());
        std::iota(order.begin(), order.end(), Index(0));
        for (std::size_t g = order.size() - 1; g > 0; --g)
            std::swap(order[g], order[stream.below(g, g + 1)]);
        const std::vector<std::uint64_t> run(sorted_.begin() + first, sorted_.begin() + last);
        starts.push_back(last);
        Index to = first;
        for (const Index g : order)
            for (Index k = starts[g]; k < starts[g + 1]; ++k) sorted_[to++] = run[k - first];
    }

    void mark_twin(Index k) {
        if (twin_.empty()) twin_.resize(static_cast<std::size_t>(sorted_.size()));
        twin_[k] = 1;
    }

    /// Of two rows that hold the same.
    bool before(std::uint32_t l, std::uint32_t r) const {
        if (data_.labels[l] != data_.labels[r]) return data_.labels[l] < data_.labels[r];
        return who_.weight(l) < who_.weight(r);
    }

    /// Every row once, the common case: examples are rows, and only the first pass is sorted.
    void walk() {
        const Index n = sorted_.size();
        out_.first_pass.resize(static_cast<std::size_t>(n));
        for (Index k = 0; k < n; ++k) out_.first_pass[k] = row_in(sorted_[k]);
        const double norms = order_free_sum(n, [&](Index i) { return data_.norm2[i]; });
        out_.mean_squared_norm = n > 0 ? norms / static_cast<double>(n) : 0;
        out_.label.assign(data_.labels, data_.labels + n);
    }

    std::vector<Merged> merge() {
        std::vector<Merged> merged;
        double lost = 0;  // what rounding took from the last weight
        for (Index k = 0; k < sorted_.size(); ++k) {
            const std::uint32_t row = row_in(sorted_[k]);
            const bool same_x = !twin_.empty() && twin_[k] != 0;
            if (same_x && data_.labels[merged.back().row] == data_.labels[row]) {
                add_exactly(merged.back().weight, lost, who_.weight(row));
            } else {
                settle_weight(merged, lost);
                merged.push_back({row, k, who_.weight(row), same_x});
                out_.contradictions += same_x;
            }
        }
        settle_weight(merged, lost);
        double mass = 0;
        for (const Merged& m : merged) mass += m.weight;
        const double norms = order_free_sum(static_cast<Index>(merged.size()), [&](Index g) {
            return merged[g].weight * data_.norm2[merged[g].row];
        });
        out_.mean_squared_norm = mass > 0 ? norms / mass : 0;
        return merged;
    }

    /// The sum of k equal weights is k times one of them, rounded once.
    static void add_exactly(double& sum, double& lost, double more) {
        const double next = sum + more, part = next - sum;
        lost += (sum - (next - part)) + (more - part);
        sum = next;
    }

    /// What is whole but for rounding is whole: the rest would be a visit of no weight.
    static void settle_weight(std::vector<Merged>& merged, double& lost) {
        if (merged.empty()) return;
        double& weight = merged.back().weight;
        weight += std::exchange(lost, 0.0);
        const double whole = std::nearbyint(weight);
        if (std::abs(weight - whole) <= 1e-14 * whole) weight = whole;
    }

    /// A visit that does not stand at its row's own key.
    struct Extra {
        std::uint64_t place;
        std::uint32_t group;
        double weight;
    };

    void place(const std::vector<Merged>& merged) {
        double mass = 0;
        for (const Merged& m : merged) mass += m.weight;
        // Far more weight than rows: all visits of a row follow each other, or passes grow long.
        const bool in_a_row = mass > 8.0 * static_cast<double>(merged.size());
        std::vector<Extra> extras;
        for (std::size_t g = 0; g < merged.size(); ++g) add_extras(merged[g], g, in_a_row, extras);
        std::stable_sort(extras.begin(), extras.end(),
                         [](const Extra& l, const Extra& r) { return l.place < r.place; });
        emit(merged, extras, in_a_row);
        keep_members(merged);
    }

    /// The first visit stands at the row's key, the others at places made from it.
    void add_extras(const Merged& m, std::size_t g, bool in_a_row, std::vector<Extra>& extras) {
        const double whole = std::floor(m.weight), rest = m.weight - whole;
        const double units = in_a_row ? std::min(whole, 1.0) : whole;
        const double visits = units + (rest > 0);
        if (visits <= 1 && !m.later_label) return;
        const std::uint64_t key = top_of(sorted_[m.at]) + (m.later_label ? 1 + label(m) : 0);
        // Of two labels of the same x only the first stands at the key itself.
        for (double v = m.later_label ? 0 : 1; v < visits; ++v)
            extras.push_back({scatter(key + static_cast<std::uint64_t>(v)),
                              static_cast<std::uint32_t>(g), v < units ? 1.0 : rest});
    }

    std::uint64_t label(const Merged& m) const {
        return static_cast<std::uint64_t>(data_.labels[m.row]) << 32;
    }

    /// Both lists are sorted: the rows at their keys, and the extra visits.
    void emit(const std::vector<Merged>& merged, const std::vector<Extra>& extras, bool in_a_row) {
        out_.reserve(merged.size() + extras.size());
        auto extra = extras.begin();
        for (std::size_t g = 0; g < merged.size(); ++g) {
            const std::uint64_t top = top_of(sorted_[merged[g].at]);
            for (; extra != extras.end() && top_of(extra->place) < top; ++extra)
                visit(merged, extra->group, extra->weight, in_a_row);
            if (!merged[g].later_label) visit(merged, g, std::min(merged[g].weight, 1.0), in_a_row);
        }
        for (; extra != extras.end(); ++extra) visit(merged, extra->group, extra->weight, in_a_row);
        drop_if_all_one(out_.weight);
        drop_if_all_one(out_.times);
    }

    void visit(const std::vector<Merged>& merged, std::size_t g, double weight, bool in_a_row) {
        const double whole = weight == 1.0 && in_a_row ? std::floor(merged[g].weight) : 1.0;
        const double times = std::min(whole, 1024.0);  // a heavier row takes larger steps
        out_.row.push_back(merged[g].row);
        out_.label.push_back(data_.labels[merged[g].row]);
        out_.weight.push_back(weight * whole / times);
        out_.times.push_back(static_cast<std::uint32_t>(times));
        out_.group.push_back(static_cast<std::uint32_t>(g));
    }

    template <class V>
    static void drop_if_all_one(std::vector<V>& values) {
        if (std::all_of(values.begin(), values.end(), [](V v) { return v == 1; })) values.clear();
    }

    void keep_members(const std::vector<Merged>& merged) {
        out_.member.reserve(static_cast<std::size_t>(sorted_.size()));
        for (const std::uint64_t word : sorted_) out_.member.push_back(row_in(word));
        out_.member_start.reserve(merged.size() + 1);
        for (const Merged& m : merged) out_.member_start.push_back(m.at);
        out_.member_start.push_back(sorted_.size());
    }

    const Selection& data_;
    const Participants& who_;
    std::uint64_t seed_;
    RandomTopSort sorted_;
    Compare compare_;
    std::vector<std::uint8_t> twin_;  // holds what its neighbour before holds; empty: none does
    Examples out_;
};

/// The examples in an order that depends on the seed and on what the rows hold.
template <Values V>
Examples in_content_order(const V& rows, const Selection& data, std::uint64_t seed) {
    const Participants who(data, rows.size());
    double largest = data.largest;
    Index count = rows.size();
    if (!who.everyone()) {  // absent rows must not be felt
        auto extent = extent_of(rows);
        count = 0;
        who.each([&](Index i) { extent.norm2(rows, i), ++count; });
        largest = extent.largest();
    }
    const ContentHash keys(largest, seed);
    const HashOf<V> hash(keys, rows);
    RandomTopSort sorted(count);
    Index k = 0;
    who.each([&](Index i) { sorted[k++] = hash(rows, i) | static_cast<std::uint64_t>(i); });
    sorted.sort();
    const auto compare_rows = [&](Index i, Index j) { return compare(rows, i, j); };
    return ContentOrder(data, who, seed, std::move(sorted), compare_rows).build();
}

/// The examples of the other orders: the rows that take part, as they stand.
inline Examples in_given_order(Index size, const Selection& data) {
    Examples out;
    const Participants who(data, size);
    if (who.everyone()) {
        out.label.assign(data.labels, data.labels + size);
        FourSums norms;
        for (Index i = 0; i < size; ++i) norms.add(data.norm2[i]);
        out.mean_squared_norm = size > 0 ? norms.total() / static_cast<double>(size) : 0;
        return out;
    }
    FourSums norms;
    double mass = 0;
    who.each([&](Index i) {
        out.row.push_back(static_cast<std::uint32_t>(i));
        out.label.push_back(data.labels[i]);
        if (data.weights != nullptr) out.weight.push_back(who.weight(i));
        norms.add(who.weight(i) * data.norm2[i]);
        mass += who.weight(i);
    });
    if (std::all_of(out.weight.begin(), out.weight.end(), [](double w) { return w == 1; }))
        out.weight.clear();
    out.mean_squared_norm = mass > 0 ? norms.total() / mass : 0;
    return out;
}

}  // namespace rosenblatt::ROSENBLATT_ISA
