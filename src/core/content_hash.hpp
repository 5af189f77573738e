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
struct ColumnKeys {
    static std::uint64_t first(Index j) {
        return scatter((static_cast<std::uint64_t>(j) + 1) * 0x9e3779b97f4a7c15u) | 0x100000001u;
    }
    static std::uint64_t second(std::uint64_t first) {
        return ((first ^ (first >> 29)) * 0xd6e8feb86659fd93u) | 0x100000001u;
    }
};

/// What a row holds, in 64 bits. Two multilinear sums over the non-zero values: zeros add nothing
/// and the order of the columns does not matter, so dense, sorted and unsorted sparse rows agree.
class ContentHash {
  public:
    ContentHash(Index dim, bool tables, double largest, std::uint64_t seed)
        : scale_(largest > 0 ? std::ldexp(1.0, -std::ilogb(largest)) : 1.0), seed_(seed) {
        if (!tables) return;
        first_.resize(static_cast<std::size_t>(round_up(dim, 8)));
        for (Index j = 0; j < dim; ++j) first_[j] = ColumnKeys::first(j);
    }

    /// A dense row is read as 32-bit words; their keys are packed as the words are.
    template <class T>
    class Dense {
      public:
        explicit Dense(const ContentHash& hash) : hash_(hash) {
            constexpr std::size_t words = sizeof(T) / 4;
            first_.resize(hash.first_.size() * words);
            second_.resize(first_.size());
            for (std::size_t j = 0; j < hash.first_.size(); ++j) {
                const std::uint64_t one = hash.first_[j], two = ColumnKeys::second(one);
                std::memcpy(&first_[j * words], &one, sizeof(T));
                std::memcpy(&second_[j * words], &two, sizeof(T));
            }
        }

        std::uint64_t operator()(const DenseRows<T>& rows, Index i) const {
            constexpr Index width = Vector<T>::width;
            const T* x = rows.row(i);
            Words a = {}, b = {};
            Index j = 0;
            for (; j + width <= rows.d; j += width) take(a, b, x + j, j);
            if (j < rows.d) {
                T rest[width] = {};
                std::copy(x + j, x + rows.d, rest);
                take(a, b, rest, j);
            }
            return hash_.mix(a[0] + a[1] + a[2] + a[3], b[0] + b[1] + b[2] + b[3]);
        }

      private:
        void take(Words& a, Words& b, const T* x, Index j) const {
            const Vec<T> v = load(x) * static_cast<T>(hash_.scale_) + T(0);
            Words words, one, two;
            std::memcpy(&words, &v, sizeof words);
            std::memcpy(&one, first_.data() + j * Index(sizeof(T) / 4), sizeof one);
            std::memcpy(&two, second_.data() + j * Index(sizeof(T) / 4), sizeof two);
            add_words(a, words, one);
            add_words(b, words, two);
        }

        const ContentHash& hash_;
        std::vector<std::uint32_t> first_, second_;
    };

    template <class T>
    class Sparse {
      public:
        explicit Sparse(const ContentHash& hash) : hash_(hash) {}

        template <class J>
        std::uint64_t operator()(const CsrRows<T, J>& rows, Index i) const {
            std::uint64_t a = 0, b = 0;
            rows.each(i, [&](Index j, T x) {
                const T scaled = x * static_cast<T>(hash_.scale_) + T(0);
                const std::uint64_t one = ColumnKeys::first(j), two = ColumnKeys::second(one);
                a += product(scaled, one);
                b += product(scaled, two);
            });
            return hash_.mix(a, b);
        }

      private:
        static std::uint64_t product(float x, std::uint64_t key) {
            return std::uint64_t(std::bit_cast<std::uint32_t>(x)) * (key & 0xffffffffu);
        }
        static std::uint64_t product(double x, std::uint64_t key) {
            const auto bits = std::bit_cast<std::uint64_t>(x);
            return (bits & 0xffffffffu) * (key & 0xffffffffu) + (bits >> 32) * (key >> 32);
        }

        const ContentHash& hash_;
    };

  private:
    std::uint64_t mix(std::uint64_t a, std::uint64_t b) const {
        return scatter(scatter(a ^ seed_) + (b ^ (b >> 29)));
    }

    double scale_;  // a power of two: X and X times a power of two are visited alike
    std::uint64_t seed_;
    std::vector<std::uint64_t> first_;
};

/// The hash that reads rows of type R.
template <class R>
struct HashOf;
template <class T>
struct HashOf<DenseRows<T>> {
    using type = ContentHash::Dense<T>;
    static constexpr bool tables = true;
};
template <class T, class J>
struct HashOf<CsrRows<T, J>> {
    using type = ContentHash::Sparse<T>;
    static constexpr bool tables = false;
};

}  // namespace rosenblatt::ROSENBLATT_ISA
