#pragma once
#include "rows/rows.hpp"

namespace rosenblatt {

/// Row-major data with a row stride: views of larger arrays need no copy.
template <class T>
struct DenseTable {
    using Value = T;
    static constexpr bool sparse = false;
    const T* data;
    Index size, dim, stride;

    template <class Take>
    void each(Index i, Take take) const {
        for (Index j = 0; j < dim; ++j) take(j, data[i * stride + j]);
    }

    Index stored(Index from, Index to) const { return (to - from) * dim; }
};
static_assert(Table<DenseTable<float>> && Table<DenseTable<double>>);

}  // namespace rosenblatt

#if defined(ROSENBLATT_ISA)
#include <algorithm>

namespace rosenblatt::ROSENBLATT_ISA {

/// Rows of a dense table. Weights of one lane are contiguous and padded with zeros to a multiple
/// of eight; weights of several lanes are interleaved: entry j of lane l is at [j * lanes + l].
template <class T>
struct DenseRows {
    using Value = T;
    using Table = DenseTable<T>;
    class Extent;
    const T* data;
    Index n, d, stride;
    Index whole;  ///< rows before this one may be read eight columns at a time up to their end

    explicit DenseRows(const DenseTable<T>& t)
        : data(t.data), n(t.size), d(t.dim), stride(t.stride) {
        const Index readable = (n - 1) * stride + d - round_up(d, kSums);
        whole = n == 0 || readable < 0 ? 0 : stride == 0 ? n : std::min(n, readable / stride + 1);
    }

    Index size() const { return n; }
    Index dim() const { return d; }
    Index cost() const { return d; }
    const T* row(Index i) const { return data + i * stride; }

    [[gnu::always_inline]] T dot(const T* w, Index i) const {
        const T* x = row(i);
        Sums<T> s;
        Index j = 0;
        for (; j + kSums <= d; j += kSums) s.add_product(x + j, w + j);
        if (j < d) i < whole ? s.add_first(x + j, w + j, d - j) : add_end(s, x + j, w + j, d - j);
        return s.total();
    }

    /// Scores of B blocks of lanes (each of Vector width) for row i; W points at the first lane.
    /// The more blocks share a value of the row, the fewer of the eight sums fit into registers at
    /// a time: columns are then gone through in several rounds.
    template <Index B>
    [[gnu::always_inline]] void dots(const T* W, Index lanes, Index i, Vec<T>* out) const {
        constexpr Index width = Vector<T>::width, together = B == 3 ? 2 : kSums / B;
        const T* x = row(i);
        const Index even = d / kSums * kSums;
        Vec<T> sums[B][kSums];
        for (Index first = 0; first < kSums; first += together) {
            Vec<T> s[B][together] = {};
            const auto take = [&](Index j, Index k) {
                const T* w = W + j * lanes;
                for (Index b = 0; b < B; ++b) s[b][k] += x[j] * load(w + b * width);
            };
            for (Index j = first; j < even; j += kSums)
                for (Index k = 0; k < together; ++k) take(j + k, k);
            for (Index k = 0; k < together && even + first + k < d; ++k) take(even + first + k, k);
            for (Index b = 0; b < B; ++b)
                for (Index k = 0; k < together; ++k) sums[b][first + k] = s[b][k];
        }
        for (Index b = 0; b < B; ++b) {
            const Vec<T>* s = sums[b];
            out[b] = tree(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]);
        }
    }

    /// w[j * step] += a x_j
    template <class U>
    void add(U* w, Index step, Index i, U a) const {
        const T* x = row(i);
        if constexpr (std::is_same_v<T, U>)
            if (step == 1) return add_to_one(w, x, a);
        if (step == 1) return add_scaled(w, x, d, a);
        for (Index j = 0; j < d; ++j) w[j * step] += a * static_cast<U>(x[j]);
    }

    /// Each lane of a block adds its own multiple of row i.
    void add_block(T* W, Index lanes, Index i, Vec<T> a) const {
        const T* x = row(i);
        for (Index j = 0; j < d; ++j) store(W + j * lanes, load(W + j * lanes) + x[j] * a);
    }

    double weights2(const T* w, Index step, double sum) const {
        return add_squares(w, step, d, sum);
    }

    void prefetch(Index i) const { prefetch_bytes(row(i), d * Index(sizeof(T))); }
    void prefetch_start(Index) const {}

    template <class Visit>
    void each(Index i, Visit visit) const {
        const T* x = row(i);
        for (Index j = 0; j < d; ++j) visit(j, x[j]);
    }

    int compare(Index i, Index k) const {
        const T *x = row(i), *z = row(k);
        for (Index j = 0; j < d; ++j)
            if (x[j] != z[j]) return x[j] < z[j] ? -1 : 1;
        return 0;
    }

  private:
    void add_to_one(T* w, const T* x, T a) const {
        constexpr Index width = Vector<T>::width;
        Index j = 0;
        for (; j + width <= d; j += width) store(w + j, load(w + j) + a * load(x + j));
        for (; j < d; ++j) w[j] += a * x[j];
    }

    /// The end of one of the last rows, behind which nothing may be read.
    [[gnu::noinline]] static void add_end(Sums<T>& s, const T* x, const T* w, Index rest) {
        T buffer[kSums] = {};
        std::copy(x, x + rest, buffer);
        s.add_first(buffer, w, rest);
    }
};

/// Squared norms of rows, and the largest absolute value of all rows seen; values that are not
/// numbers spoil the norm of their row.
template <class T>
class DenseRows<T>::Extent {
  public:
    double norm2(const DenseRows<T>& rows, Index i) {
        const T* x = rows.row(i);
        // Counts of one vector's entries are narrow, so they are added up before they overflow.
        if ((uncounted_ += rows.d) > kMostUncounted) count_up(), uncounted_ = rows.d;
        Sums<T> s;
        Index j = 0;
        for (; j + kSums <= rows.d; j += kSums) take(s, x + j);
        if (j < rows.d)
            i < rows.whole ? take_first(s, x + j, rows.d - j) : take_end(s, x + j, rows.d - j);
        return static_cast<double>(s.total());
    }
    Index nonzeros() {
        count_up();
        return nonzeros_;
    }
    double largest() const {
        T largest = 0;
        for (const Vec<T>& part : most_)
            for (Index k = 0; k < Vector<T>::width; ++k) largest = std::max(largest, part[k]);
        return static_cast<double>(largest);
    }

  private:
    void take(Sums<T>& s, const T* p) { take_first(s, p, kSums); }
    void take_first(Sums<T>& s, const T* p, Index keep) {
        for (Index k = 0; k < Sums<T>::parts; ++k) {
            const Index at = k * Vector<T>::width;
            const Vec<T> read = load(p + at), v = keep == kSums ? read : first<T>(read, keep - at);
            const Vec<T> size = v < 0 ? -v : v;
            s.part[k] += v * v;
            most_[k] = size > most_[k] ? size : most_[k];
            counts_[k] -= v != 0;  // where it is true, all bits are set: -1
        }
    }
    [[gnu::noinline]] void take_end(Sums<T>& s, const T* p, Index rest) {
        T buffer[kSums] = {};
        std::copy(p, p + rest, buffer);
        take(s, buffer);
    }

    void count_up() {
        for (auto& part : counts_) {
            for (Index k = 0; k < Vector<T>::width; ++k) nonzeros_ += part[k];
            part ^= part;
        }
    }

    static constexpr Index kMostUncounted = Index(1) << 30;
    Vec<T> most_[Sums<T>::parts] = {};
    typename Vector<T>::mask counts_[Sums<T>::parts] = {};
    Index uncounted_ = 0, nonzeros_ = 0;
};

template <class T>
struct RowsOf<DenseTable<T>> {
    using type = DenseRows<T>;
};
static_assert(Rows<DenseRows<float>> && Values<DenseRows<float>> && Contiguous<DenseRows<float>>);
static_assert(Rows<DenseRows<double>> && Values<DenseRows<double>>);

}  // namespace rosenblatt::ROSENBLATT_ISA
#endif
