#pragma once
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <vector>

#include "random.hpp"
#include "rows/csr.hpp"
#include "rows/dense.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// 64 bits for each column: the key of a float, or of the low and high half of a double.
inline std::uint64_t column_key(Index j) {
    return scatter((static_cast<std::uint64_t>(j) + 1) * 0x9e3779b97f4a7c15u) | 0x100000001u;
}

/// What a row holds, in the upper 32 of 64 bits; the lower are free for its number. It is a
/// multilinear sum over the non-zero values: zeros add nothing and the order of the columns does
/// not matter, so dense, sorted and unsorted sparse rows agree.
class ContentHash {
  public:
    ContentHash(double largest, std::uint64_t seed)
        : scale_(largest > 0 ? std::ldexp(1.0, -std::ilogb(largest)) : 1.0), seed_(seed) {}

    /// A dense row is read as 32-bit words; their keys are packed as the words are.
    template <class T>
    class Dense {
      public:
        Dense(const ContentHash& hash, const DenseRows<T>& rows)
            : hash_(hash), keys_(static_cast<std::size_t>(round_up(rows.d, width) * words)) {
            for (Index j = 0; j < rows.d; ++j) put(keys_.data() + j * words, j);
            if (rows.d < width) return;
            const Index begin = rows.d - width;
            for (Index j = rows.d / width * width; j < rows.d; ++j)
                put(last_ + (j - begin) * words, j);
        }

        std::uint64_t operator()(const DenseRows<T>& rows, Index i) const {
            const T* x = rows.row(i);
            Words a = {};
            Index j = 0;
            for (; j + width <= rows.d; j += width) add(a, x + j, keys_.data() + j * words);
            if (j < rows.d) add_rest(a, x, rows.d);
            return hash_.finish(a[0] + a[1] + a[2] + a[3]);
        }

      private:
        static constexpr Index width = Vector<T>::width;
        static constexpr Index words = sizeof(T) / 4;

        static void put(std::uint32_t* at, Index j) {
            const std::uint64_t key = column_key(j);
            std::memcpy(at, &key, sizeof(T));
        }

        void add_rest(Words& a, const T* x, Index d) const {
            if (d >= width) return add(a, x + d - width, last_);
            T rest[width] = {};
            std::copy(x, x + d, rest);
            add(a, rest, keys_.data());
        }

        void add(Words& a, const T* x, const std::uint32_t* at) const {
            const Vec<T> v = load(x) * static_cast<T>(hash_.scale_) + T(0);
            Words bits, keys;
            std::memcpy(&bits, &v, sizeof bits);
            std::memcpy(&keys, at, sizeof keys);
            add_words(a, bits, keys);
        }

        const ContentHash& hash_;
        std::vector<std::uint32_t> keys_;
        // Of the last full vector of a row; columns that the vectors before it have read count 0.
        std::uint32_t last_[width * words] = {};
    };

    template <class T>
    class Sparse {
      public:
        template <class J>
        Sparse(const ContentHash& hash, const CsrRows<T, J>& rows) : hash_(hash) {
            // A list of keys must not cost more than it saves.
            if (rows.dim() > rows.starts[rows.size()]) return;
            keys_.resize(static_cast<std::size_t>(rows.dim()));
            for (Index j = 0; j < rows.dim(); ++j) keys_[j] = column_key(j);
        }

        template <class J>
        std::uint64_t operator()(const CsrRows<T, J>& rows, Index i) const {
            return hash_.finish(keys_.empty() ? sum(rows, i, column_key)
                                              : sum(rows, i, [&](Index j) { return keys_[j]; }));
        }

      private:
        template <class J>
        std::uint64_t sum(const CsrRows<T, J>& rows, Index i, auto key) const {
            std::uint64_t a = 0;
            rows.each(i, [&](Index j, T x) {
                a += product(x * static_cast<T>(hash_.scale_) + T(0), key(j));
            });
            return a;
        }
        static std::uint64_t product(float x, std::uint64_t key) {
            return std::uint64_t(std::bit_cast<std::uint32_t>(x)) * (key & 0xffffffffu);
        }
        static std::uint64_t product(double x, std::uint64_t key) {
            const auto bits = std::bit_cast<std::uint64_t>(x);
            return (bits & 0xffffffffu) * (key & 0xffffffffu) + (bits >> 32) * (key >> 32);
        }

        const ContentHash& hash_;
        std::vector<std::uint64_t> keys_;
    };

  private:
    std::uint64_t finish(std::uint64_t sum) const { return scatter(sum ^ seed_) >> 32 << 32; }

    double scale_;  // a power of two: X and X times a power of two are visited alike
    std::uint64_t seed_;
};

/// The hash that reads rows of type R.
template <class R>
struct HashOf;
template <class T>
struct HashOf<DenseRows<T>> {
    using type = ContentHash::Dense<T>;
};
template <class T, class J>
struct HashOf<CsrRows<T, J>> {
    using type = ContentHash::Sparse<T>;
};

}  // namespace rosenblatt::ROSENBLATT_ISA
