#pragma once
// Vectors for all loops over rows; vector extensions and intrinsics stand in this folder only. Sums
// are always eight partial sums (column j goes to sum j mod 8) added up in one fixed tree, products
// are never fused with sums: a score has the same bits for one lane or many, on every machine.
#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>

#include "base/memory.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace rosenblatt::ROSENBLATT_ISA {

inline constexpr Index kSums = 8;

/// What one register holds.
#if defined(__AVX2__)
inline constexpr int register_bytes = 32;
#else
inline constexpr int register_bytes = 16;
#endif

/// Values of T side by side; 32 bytes unless said: eight floats or four doubles.
template <class T, int bytes = 32>
struct Vector {
    typedef T type __attribute__((vector_size(bytes)));
    typedef std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t> Bits;
    typedef Bits mask __attribute__((vector_size(bytes)));
    static constexpr Index width = bytes / sizeof(T);
};

template <class T, int bytes = 32>
using Vec = typename Vector<T, bytes>::type;

/// Four values, for rows too short or scattered for more.
template <class T>
inline constexpr int four_bytes = 4 * sizeof(T);
template <class T>
using Four = Vec<T, four_bytes<T>>;

template <class T, int bytes = 32>
inline Vec<T, bytes> load(const T* p) {
    Vec<T, bytes> v;
    std::memcpy(&v, p, sizeof v);
    return v;
}

template <class T>
inline Four<T> load_four(const T* p) {
    return load<T, four_bytes<T>>(p);
}

template <class T, int bytes = 32>
inline void store(T* p, Vec<T, bytes> v) {
    std::memcpy(p, &v, sizeof v);
}

template <class T>
inline Vec<T> all_equal(T value) {
    return value - Vec<T>{};
}

/// The entries of v where a comparison was true, else 0.
template <class T>
inline Vec<T> where(typename Vector<T>::mask truth, Vec<T> v) {
    typename Vector<T>::mask bits;
    std::memcpy(&bits, &v, sizeof v);
    bits &= truth;
    std::memcpy(&v, &bits, sizeof v);
    return v;
}

/// The first `keep` entries of v (-8 to 8; below 0: none); the others 0, whatever they held.
template <class T, int bytes = 32>
inline Vec<T, bytes> first(Vec<T, bytes> v, Index keep) {
    using Bits = typename Vector<T>::Bits;
    static constexpr Bits masks[3 * kSums] = {-1, -1, -1, -1, -1, -1, -1, -1};
    typename Vector<T, bytes>::mask bits, mask;
    std::memcpy(&mask, masks + kSums - keep, sizeof mask);
    std::memcpy(&bits, &v, sizeof v);
    bits &= mask;
    std::memcpy(&v, &bits, sizeof v);
    return v;
}

template <class T>
inline Four<T> first_of_four(Four<T> v, Index keep) {
    return first<T, four_bytes<T>>(v, keep);
}

typedef std::uint64_t Words __attribute__((vector_size(32)));

/// The lower halves of 64-bit entries times those of the keys, summed into four 64-bit sums.
inline void add_low_words(Words& sum, Words words, Words keys) {
#if defined(__AVX2__)
    __m256i w, k, s;
    std::memcpy(&w, &words, sizeof w);
    std::memcpy(&k, &keys, sizeof k);
    std::memcpy(&s, &sum, sizeof s);
    s = _mm256_add_epi64(s, _mm256_mul_epu32(w, k));
    std::memcpy(&sum, &s, sizeof s);
#else
    sum += (words & 0xffffffffu) * (keys & 0xffffffffu);
#endif
}

/// The same for both halves.
inline void add_words(Words& sum, Words words, Words keys) {
    add_low_words(sum, words, keys);
    add_low_words(sum, words >> 32, keys >> 32);
}

/// The fixed tree over eight partial sums: (0+4, 1+5, 2+6, 3+7), then (0+2, 1+3), then the two.
template <class S>
inline S tree(S s0, S s1, S s2, S s3, S s4, S s5, S s6, S s7) {
    return ((s0 + s4) + (s2 + s6)) + ((s1 + s5) + (s3 + s7));
}

template <class T>
struct Sums {
    static constexpr Index parts = kSums / Vector<T>::width;
    Vec<T> part[parts] = {};

    void add_product(const T* x, const T* w) {
        for (Index p = 0; p < parts; ++p)
            part[p] += load(x + p * Vector<T>::width) * load(w + p * Vector<T>::width);
    }

    /// The same for the first `keep` of eight entries; those behind them may be anything.
    void add_first(const T* x, const T* w, Index keep) {
        for (Index p = 0; p < parts; ++p) {
            const Index at = p * Vector<T>::width;
            part[p] += first<T>(load(x + at), keep - at) * load(w + at);
        }
    }

    /// The product of one column alone: sums in memory would wait for one another.
    void add_one(Index j, T product) {
        using Mask = typename Vector<T>::mask;
        alignas(64) static constexpr std::array<typename Vector<T>::Bits, kSums * kSums> masks =
            [] {
                std::array<typename Vector<T>::Bits, kSums * kSums> out = {};
                for (Index k = 0; k < kSums; ++k) out[k * kSums + k] = -1;
                return out;
            }();
        for (Index p = 0; p < parts; ++p) {
            Mask mask;
            std::memcpy(&mask, &masks[(j & (kSums - 1)) * kSums + p * Vector<T>::width],
                        sizeof mask);
            part[p] += where<T>(mask, all_equal(product));
        }
    }

    T total() const {
        T s[kSums];
        std::memcpy(s, part, sizeof s);
        return tree(s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7]);
    }
};

#if defined(__AVX2__)
template <>
inline float Sums<float>::total() const {
    __m256 all;
    std::memcpy(&all, part, sizeof all);
    const __m128 four = _mm_add_ps(_mm256_castps256_ps128(all), _mm256_extractf128_ps(all, 1));
    const __m128 two = _mm_add_ps(four, _mm_movehl_ps(four, four));
    return _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)));
}
template <>
inline double Sums<double>::total() const {
    __m256d low, high;
    std::memcpy(&low, &part[0], sizeof low);
    std::memcpy(&high, &part[1], sizeof high);
    const __m256d four = _mm256_add_pd(low, high);
    const __m128d two = _mm_add_pd(_mm256_castpd256_pd128(four), _mm256_extractf128_pd(four, 1));
    return _mm_cvtsd_f64(_mm_add_sd(two, _mm_unpackhi_pd(two, two)));
}
#endif

/// Bit k is set where margin k is not above threshold k (a margin that is not a number counts).
template <class T>
inline unsigned not_above(Vec<T> margin, Vec<T> threshold) {
    const auto above = margin > threshold;
#if defined(__AVX2__)
    if constexpr (sizeof(T) == 4) {
        __m256 m;
        std::memcpy(&m, &above, sizeof m);
        return ~static_cast<unsigned>(_mm256_movemask_ps(m)) & 0xffu;
    } else {
        __m256d m;
        std::memcpy(&m, &above, sizeof m);
        return ~static_cast<unsigned>(_mm256_movemask_pd(m)) & 0xfu;
    }
#else
    unsigned bits = 0;
    for (Index k = 0; k < Vector<T>::width; ++k) bits |= unsigned(above[k] == 0) << k;
    return bits;
#endif
}

/// Eight values as the first halves of floats, rounded to the nearest.
typedef std::uint16_t Cut __attribute__((vector_size(16)));
typedef std::uint32_t Whole __attribute__((vector_size(32)));

template <class T>
inline Cut cut(const T* x) {
    typedef T Eight __attribute__((vector_size(8 * sizeof(T))));
    Eight v;
    std::memcpy(&v, x, sizeof v);
    const Vec<float> f = __builtin_convertvector(v, Vec<float>);
    Whole bits;
    std::memcpy(&bits, &f, sizeof bits);
    bits = (bits + 0x8000u) >> 16;
#if defined(__AVX2__)
    __m256i all;
    std::memcpy(&all, &bits, sizeof all);
    const __m128i half =
        _mm_packus_epi32(_mm256_castsi256_si128(all), _mm256_extracti128_si256(all, 1));
    Cut out;
    std::memcpy(&out, &half, sizeof out);
    return out;
#else
    return __builtin_convertvector(bits, Cut);
#endif
}

/// Eight cut values as floats again.
inline Vec<float> uncut(const std::uint16_t* x) {
    Whole bits;
#if defined(__AVX2__)
    const __m256i all = _mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(x)));
    std::memcpy(&bits, &all, sizeof bits);
#else
    Cut c;
    std::memcpy(&c, x, sizeof c);
    bits = __builtin_convertvector(c, Whole);
#endif
    bits <<= 16;
    Vec<float> v;
    std::memcpy(&v, &bits, sizeof v);
    return v;
}

/// A row of d values cut short, filled up with zeros to a multiple of eight.
template <class T>
inline void cut_row(const T* x, Index d, std::uint16_t* out) {
    Index j = 0;
    const auto put = [&](Cut c) { std::memcpy(out + j, &c, sizeof c); };
    for (; j + kSums <= d; j += kSums) put(cut(x + j));
    if (j == d) return;
    T end[kSums] = {};
    std::copy(x + j, x + d, end);
    put(cut(end));
}

/// <x, w> for a row cut short; both of `width` entries, a multiple of eight.
[[gnu::always_inline]] inline float dot_cut(const std::uint16_t* x, const float* w, Index width) {
    const auto product = [=](Index j) { return uncut(x + j) * load(w + j); };
    Sums<float> even, odd;  // two sums at a time: one would wait for each addition
    Index j = 0;
    for (; j + 2 * kSums <= width; j += 2 * kSums) {
        even.part[0] += product(j);
        odd.part[0] += product(j + kSums);
    }
    if (j < width) even.part[0] += product(j);
    even.part[0] += odd.part[0];
    return even.total();
}

/// w += a x over d contiguous entries, in the arithmetic of U.
template <class U, class T>
inline void add_scaled(U* w, const T* x, Index d, U a) {
    for (Index j = 0; j < d; ++j) w[j] += a * static_cast<U>(x[j]);
}

/// Asks for the cache lines of a row; one more than its length says, it may start within a line.
inline void prefetch_bytes(const void* p, Index bytes) {
    const char* c = static_cast<const char*>(p);
    for (Index k = 0; k < bytes; k += 64) __builtin_prefetch(c + k);
    __builtin_prefetch(c + bytes - 1);
}

}  // namespace rosenblatt::ROSENBLATT_ISA
