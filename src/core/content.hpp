#pragma once
// The content order: where a row stands in a pass depends on the seed and on what the row holds,
// never on where it stood in the file.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

#include "examples.hpp"
#include "random.hpp"
#include "rows/csr.hpp"
#include "rows/dense.hpp"
#include "scan.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

struct Keyed {
    std::uint64_t key;
    std::uint32_t row;
};

/// Two multilinear sums over the non-zero values: zeros add nothing, the order of the columns does
/// not matter, so dense, sorted and unsorted sparse rows of the same content agree.
class ContentHash {
  public:
    ContentHash(Index dim, double largest, std::uint64_t seed)
        : scale_(largest > 0 ? std::ldexp(1.0, -std::ilogb(largest)) : 1.0), seed_(seed) {
        const Stream one(0, 1), two(0, 2);
        first_.resize(static_cast<std::size_t>(round_up(2 * dim, 16)));
        second_.resize(first_.size());
        for (std::size_t j = 0; j < first_.size(); ++j) {
            first_[j] = static_cast<std::uint32_t>(one.bits(j) >> 32) | 1;
            second_[j] = static_cast<std::uint32_t>(two.bits(j) >> 32) | 1;
        }
    }

    /// A dense row is read as 32-bit words, two to a double; word k has key k.
    template <class T>
    std::uint64_t operator()(const DenseRows<T>& rows, Index i) const {
        constexpr Index words = sizeof(T) / 4, width = Vector<T>::width;
        const T* x = rows.row(i);
        Words a = {}, b = {};
        const auto take = [&](const T* p, Index j) {
            const Vec<T> v = load(p) * static_cast<T>(scale_) + T(0);
            Words w, k, l;
            std::memcpy(&w, &v, sizeof w);
            std::memcpy(&k, first_.data() + j * words, sizeof k);
            std::memcpy(&l, second_.data() + j * words, sizeof l);
            add_words(a, w, k);
            add_words(b, w, l);
        };
        Index j = 0;
        for (; j + width <= rows.d; j += width) take(x + j, j);
        if (j < rows.d) {
            T rest[8] = {};
            std::copy(x + j, x + rows.d, rest);
            take(rest, j);
        }
        return mix(a[0] + a[1] + a[2] + a[3], b[0] + b[1] + b[2] + b[3]);
    }

    template <class T, class J>
    std::uint64_t operator()(const CsrRows<T, J>& rows, Index i) const {
        std::uint64_t a = 0, b = 0;
        rows.each(i, [&](Index j, T x) { accumulate(a, b, j, x * static_cast<T>(scale_) + T(0)); });
        return mix(a, b);
    }

  private:
    void accumulate(std::uint64_t& a, std::uint64_t& b, Index j, float x) const {
        const std::uint64_t bits = std::bit_cast<std::uint32_t>(x);
        a += bits * first_[j];
        b += bits * second_[j];
    }
    void accumulate(std::uint64_t& a, std::uint64_t& b, Index j, double x) const {
        const auto bits = std::bit_cast<std::uint64_t>(x);
        const std::uint64_t low = bits & 0xffffffffu, high = bits >> 32;
        a += low * first_[2 * j] + high * first_[2 * j + 1];
        b += low * second_[2 * j] + high * second_[2 * j + 1];
    }
    std::uint64_t mix(std::uint64_t a, std::uint64_t b) const {
        return scatter(scatter(a ^ seed_) + (b ^ (b >> 29)));
    }

    double scale_;  // a power of two: X and X times a power of two are visited alike
    std::uint64_t seed_;
    std::vector<std::uint32_t> first_, second_;
};

/// Sorts by key: radix passes over the top bits, insertion for what they leave.
inline void sort_by_key(std::vector<Keyed>& list) {
    const std::size_t n = list.size();
    constexpr int bits = 11;
    const int passes = n < 4096 ? 0 : n < (std::size_t(1) << 24) ? 2 : 3;
    std::vector<Keyed> other(passes ? n : 0);
    std::vector<std::size_t> at(std::size_t(1) << bits);
    for (int p = passes; p > 0; --p) {
        const int shift = 64 - bits * p;
        std::fill(at.begin(), at.end(), 0);
        for (const Keyed& k : list) ++at[(k.key >> shift) & ((1u << bits) - 1)];
        std::exclusive_scan(at.begin(), at.end(), at.begin(), std::size_t(0));
        for (const Keyed& k : list) other[at[(k.key >> shift) & ((1u << bits) - 1)]++] = k;
        list.swap(other);
    }
    if (passes == 0) {
        std::stable_sort(list.begin(), list.end(),
                         [](const Keyed& l, const Keyed& r) { return l.key < r.key; });
        return;
    }
    for (std::size_t i = 1; i < n; ++i) {
        const Keyed k = list[i];
        std::size_t j = i;
        for (; j > 0 && list[j - 1].key > k.key; --j) list[j] = list[j - 1];
        list[j] = k;
    }
}

/// -1, 0, 1: an order of rows by what they hold.
template <class T>
int compare_content(const DenseRows<T>& rows, Index i, Index k) {
    const T *x = rows.row(i), *z = rows.row(k);
    for (Index j = 0; j < rows.d; ++j)
        if (x[j] != z[j]) return x[j] < z[j] ? -1 : 1;
    return 0;
}

template <class T, class J>
int compare_content(const CsrRows<T, J>& rows, Index i, Index k) {
    const auto content = [&](Index row) {
        std::vector<std::pair<Index, T>> cells;
        rows.each(row, [&](Index j, T x) {
            if (x != 0) cells.emplace_back(j, x);
        });
        std::sort(cells.begin(), cells.end());
        return cells;
    };
    const auto left = content(i), right = content(k);
    return left < right ? -1 : right < left ? 1 : 0;
}

/// Builds the examples of the content order from rows sorted by key.
template <class R>
class ContentOrder {
  public:
    ContentOrder(const R& rows, const Selection& data, std::uint64_t seed)
        : rows_(rows), data_(data), hash_(rows.dim(), largest(), seed) {}

    Examples build() {
        std::vector<Keyed> list = keys();
        sort_by_key(list);
        const auto twin =
            std::adjacent_find(list.begin(), list.end(),
                               [](const Keyed& l, const Keyed& r) { return l.key == r.key; });
        if (twin == list.end() && data_.weights == nullptr && data_.subset == nullptr) {
            walk(list);
        } else {
            merge(list);
            expand();
        }
        return std::move(out_);
    }

  private:
    struct Merged {
        std::uint64_t key;
        std::uint32_t row;
        double weight;
    };

    /// Over the rows that take part: absent rows must not be felt.
    double largest() const {
        if (data_.subset == nullptr && data_.weights == nullptr) return data_.largest;
        double most = 0;
        const Index n = data_.subset == nullptr ? rows_.size() : data_.subset_size;
        for (Index s = 0; s < n; ++s) {
            const Index i = data_.subset == nullptr ? s : data_.subset[s];
            if (weight(i) > 0) most = std::max(most, extent(rows_, i).largest);
        }
        return most;
    }

    double weight(Index i) const { return data_.weights == nullptr ? 1.0 : data_.weights[i]; }

    std::vector<Keyed> keys() const {
        const Index n = data_.subset == nullptr ? rows_.size() : data_.subset_size;
        std::vector<Keyed> list;
        list.reserve(static_cast<std::size_t>(n));
        for (Index s = 0; s < n; ++s) {
            const Index i = data_.subset == nullptr ? s : data_.subset[s];
            if (weight(i) > 0) list.push_back({hash_(rows_, i), static_cast<std::uint32_t>(i)});
        }
        return list;
    }

    bool before(std::uint32_t l, std::uint32_t r) const {
        if (const int c = compare_content(rows_, l, r); c != 0) return c < 0;
        if (data_.labels[l] != data_.labels[r]) return data_.labels[l] < data_.labels[r];
        return weight(l) < weight(r);
    }

    bool same(std::uint32_t l, std::uint32_t r) const {
        return data_.labels[l] == data_.labels[r] && compare_content(rows_, l, r) == 0;
    }

    void merge(std::vector<Keyed>& list) {
        double norms = 0, mass = 0;
        bool any_equal = false;
        for (std::size_t first = 0, last; first < list.size(); first = last) {
            for (last = first + 1; last < list.size() && list[last].key == list[first].key;) ++last;
            if (last - first > 1) {
                std::sort(list.begin() + first, list.begin() + last,
                          [&](const Keyed& l, const Keyed& r) { return before(l.row, r.row); });
                any_equal = true;
            }
            for (std::size_t k = first; k < last; ++k) {
                const std::uint32_t row = list[k].row;
                if (k > first && same(merged_.back().row, row))
                    merged_.back().weight += weight(row);
                else
                    start_group(list[k], k);
            }
        }
        for (const Merged& m : merged_) {
            norms += m.weight * data_.norm2[m.row];
            mass += m.weight;
        }
        out_.mean_squared_norm = mass > 0 ? norms / mass : 0;
        mass_ = mass;
        if (any_equal) keep_members(list);
    }

    /// Every row once, the common case: examples are rows, and only the first pass is sorted.
    void walk(const std::vector<Keyed>& list) {
        const std::size_t n = list.size();
        out_.first_pass.resize(n);
        double norms = 0;
        for (std::size_t k = 0; k < n; ++k) {
            if (k + 16 < n) __builtin_prefetch(data_.norm2 + list[k + 16].row);
            out_.first_pass[k] = list[k].row;
            norms += data_.norm2[list[k].row];
        }
        out_.mean_squared_norm = n > 0 ? norms / static_cast<double>(n) : 0;
        out_.label.assign(data_.labels, data_.labels + n);
    }

    void start_group(const Keyed& k, std::size_t at) {
        // Rows equal in x but not in label share a key: their places differ by the label.
        const bool shared = !merged_.empty() && group_key_ == k.key;
        group_key_ = k.key;
        if (shared && compare_content(rows_, merged_.back().row, k.row) == 0) ++out_.contradictions;
        const std::uint64_t place =
            shared ? scatter(k.key + 1 + static_cast<std::uint64_t>(data_.labels[k.row])) : k.key;
        merged_.push_back({place, k.row, weight(k.row)});
        starts_.push_back(static_cast<Index>(at));
    }

    void keep_members(const std::vector<Keyed>& list) {
        for (const Keyed& k : list) out_.member.push_back(k.row);
        out_.member_start = starts_;
        out_.member_start.push_back(static_cast<Index>(list.size()));
    }

    void expand() {
        // Far more weight than rows: all visits of a row follow each other, or passes grow long.
        const bool in_a_row = mass_ > 8.0 * static_cast<double>(merged_.size());
        std::vector<Keyed> places;  // `row` is the group here
        std::vector<double> weight;
        std::vector<std::uint32_t> times;
        const auto visit = [&](std::uint64_t key, std::size_t g, double w, double count) {
            places.push_back({key, static_cast<std::uint32_t>(places.size())});
            group_.push_back(static_cast<std::uint32_t>(g));
            weight.push_back(w);
            times.push_back(static_cast<std::uint32_t>(count));
        };
        for (std::size_t g = 0; g < merged_.size(); ++g) {
            const auto [key, row, w] = merged_[g];
            const double whole = std::floor(w), rest = w - whole;
            std::uint64_t copy = 0;
            const auto place = [&] { return copy++ == 0 ? key : scatter(key + copy); };
            // No more than 1024 visits: a heavier row takes larger steps.
            const double count = std::min(whole, 1024.0);
            if (in_a_row && whole > 0) visit(place(), g, whole / count, count);
            if (!in_a_row)
                for (double k = 0; k < whole; ++k) visit(place(), g, 1.0, 1);
            if (rest > 0) visit(place(), g, rest, 1);
        }
        sort_by_key(places);
        emit(places, weight, times);
    }

    void emit(const std::vector<Keyed>& places, const std::vector<double>& weight,
              const std::vector<std::uint32_t>& times) {
        const bool weighted =
            std::any_of(weight.begin(), weight.end(), [](double w) { return w != 1; });
        const bool repeated =
            std::any_of(times.begin(), times.end(), [](auto t) { return t != 1; });
        const bool grouped = !out_.member.empty() || places.size() != merged_.size();
        if (grouped && out_.member.empty()) single_members();
        for (const Keyed& p : places) {
            const std::uint32_t g = group_[p.row], row = merged_[g].row;
            out_.row.push_back(row);
            out_.label.push_back(data_.labels[row]);
            if (weighted) out_.weight.push_back(weight[p.row]);
            if (repeated) out_.times.push_back(times[p.row]);
            if (grouped) out_.group.push_back(g);
        }
    }

    void single_members() {
        for (const Merged& m : merged_) out_.member.push_back(m.row);
        out_.member_start.resize(merged_.size() + 1);
        std::iota(out_.member_start.begin(), out_.member_start.end(), Index(0));
    }

    const R& rows_;
    const Selection& data_;
    ContentHash hash_;
    Examples out_;
    std::vector<Merged> merged_;
    std::vector<Index> starts_;
    std::vector<std::uint32_t> group_;
    std::uint64_t group_key_ = 0;
    double mass_ = 0;
};

/// The examples of the other orders: the rows that take part, as they stand.
inline Examples in_given_order(Index size, const Selection& data) {
    Examples out;
    if (data.subset == nullptr && data.weights == nullptr) {
        out.label.assign(data.labels, data.labels + size);
        const double norms = std::accumulate(data.norm2, data.norm2 + size, 0.0);
        out.mean_squared_norm = size > 0 ? norms / static_cast<double>(size) : 0;
        return out;
    }
    double norms = 0, mass = 0;
    const Index n = data.subset == nullptr ? size : data.subset_size;
    for (Index s = 0; s < n; ++s) {
        const Index i = data.subset == nullptr ? s : data.subset[s];
        const double w = data.weights == nullptr ? 1.0 : data.weights[i];
        if (w == 0) continue;
        out.row.push_back(static_cast<std::uint32_t>(i));
        out.label.push_back(data.labels[i]);
        if (data.weights != nullptr) out.weight.push_back(w);
        norms += w * data.norm2[i];
        mass += w;
    }
    if (std::all_of(out.weight.begin(), out.weight.end(), [](double w) { return w == 1; }))
        out.weight.clear();
    out.mean_squared_norm = mass > 0 ? norms / mass : 0;
    return out;
}

}  // namespace rosenblatt::ROSENBLATT_ISA
