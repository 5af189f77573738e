#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "base/random.hpp"
#include "rows/rows.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

inline std::uint32_t column_key(Index j) {
    return static_cast<std::uint32_t>(
        scatter((static_cast<std::uint64_t>(j) + 1) * 0x9e3779b97f4a7c15u) | 1u);
}

/// What a row holds, in the upper 32 of 64 bits; the lower are free for its number. It is a
/// multilinear sum over the non-zero values: zeros add nothing and the order of the columns does
/// not matter, so dense, sorted and unsorted sparse rows agree.
///
/// Values are taken relative to the largest, a double by its upper half, rounded: a constant factor
/// changes the last of its 53 bits, and one of these 21 in a case of billions. A float has no bits
/// to spare, so there only powers of two are taken out.
class ContentHash {
  public:
    ContentHash(double largest, std::uint64_t seed)
        : power_(largest > 0 ? std::ldexp(1.0, -std::ilogb(largest)) : 1.0),
          factor_(largest * power_ > 0 ? power_ / (largest * power_) : 1.0),
          seed_(seed) {}

    double scale(float) const { return power_; }
    double scale(double) const { return factor_; }

    /// For rows whose values stand side by side. Keys are as wide as the values.
    template <class T>
    class ByVectors {
      public:
        template <Contiguous R>
        ByVectors(const ContentHash& hash, const R& rows)
            : hash_(hash),
              d_(rows.dim()),
              scale_(static_cast<T>(hash.scale(T()))),
              keys_(static_cast<std::size_t>(round_up(d_, width))) {
            for (Index j = 0; j < d_; ++j) keys_[j] = column_key(j);
            if (d_ < width) return;
            const Index begin = d_ - width;
            for (Index j = d_ / width * width; j < d_; ++j) last_[j - begin] = column_key(j);
        }

        template <Contiguous R>
        std::uint64_t operator()(const R& rows, Index i) const {
            const T* x = rows.row(i);
            Words a = {};
            Index j = 0;
            for (; j + width <= d_; j += width) add(a, x + j, keys_.data() + j);
            if (j < d_) add_rest(a, x, d_);
            return hash_.finish(a[0] + a[1] + a[2] + a[3]);
        }

      private:
        static constexpr Index width = Vector<T>::width;
        using Key = std::make_unsigned_t<typename Vector<T>::Bits>;

        void add_rest(Words& a, const T* x, Index d) const {
            if (d >= width) return add(a, x + d - width, last_);
            T rest[width] = {};
            std::copy(x, x + d, rest);
            add(a, rest, keys_.data());
        }

        void add(Words& a, const T* x, const Key* at) const {
            const Vec<T> v = load(x) * scale_ + T(0);
            Words bits, keys;
            std::memcpy(&bits, &v, sizeof bits);
            std::memcpy(&keys, at, sizeof keys);
            if constexpr (sizeof(T) == 4)
                add_words(a, bits, keys);
            else
                add_low_words(a, (bits + kRound) >> 32, keys);
        }

        const ContentHash& hash_;
        Index d_;
        T scale_;
        std::vector<Key> keys_;
        // Of the last full vector of a row; columns that the vectors before it have read count 0.
        Key last_[width] = {};
    };

    template <class T>
    class ByValues {
      public:
        template <class V>
        ByValues(const ContentHash& hash, const V& rows)
            : hash_(hash), scale_(static_cast<T>(hash.scale(T()))) {
            // A list of keys must not cost more than it saves.
            if (rows.dim() > rows.size() * rows.cost()) return;
            keys_.resize(static_cast<std::size_t>(rows.dim()));
            for (Index j = 0; j < rows.dim(); ++j) keys_[j] = column_key(j);
        }

        template <class V>
        std::uint64_t operator()(const V& rows, Index i) const {
            return hash_.finish(keys_.empty() ? sum(rows, i, column_key)
                                              : sum(rows, i, [&](Index j) { return keys_[j]; }));
        }

      private:
        template <class V>
        std::uint64_t sum(const V& rows, Index i, auto key) const {
            std::uint64_t a = 0;
            rows.each(i, [&](Index j, T x) { a += word(x * scale_ + T(0)) * key(j); });
            return a;
        }
        static std::uint64_t word(float x) { return std::bit_cast<std::uint32_t>(x); }
        static std::uint64_t word(double x) {
            return (std::bit_cast<std::uint64_t>(x) + kRound) >> 32;
        }

        const ContentHash& hash_;
        T scale_;
        std::vector<std::uint32_t> keys_;
    };

  private:
    std::uint64_t finish(std::uint64_t sum) const { return scatter(sum ^ seed_) >> 32 << 32; }

    // Added before the lower half of a double is cut off. A half would do, but numbers of few
    // digits lie exactly on it; none lies here.
    static constexpr std::uint64_t kRound = 0x6a09e667u;

    double power_, factor_;
    std::uint64_t seed_;
};

/// The hash that reads rows of type R.
template <class R, class T = typename R::Value>
using HashOf =
    std::conditional_t<Contiguous<R>, ContentHash::ByVectors<T>, ContentHash::ByValues<T>>;

}  // namespace rosenblatt::ROSENBLATT_ISA
