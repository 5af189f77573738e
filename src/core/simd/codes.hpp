// Part of the kernels: compiled once per instruction set, like kernels.hpp.
#pragma once

#include "simd/kernel_table.hpp"

#if defined(__AVX2__)
#include <immintrin.h>
#endif

namespace rosenblatt::search::ROSENBLATT_ISA {

/// The code of one row. A crossing point that is not finite (the row does not move along the
/// direction, or would have to move too far) cannot change.
template <class T>
inline Code code_of(T z, T g, Buckets b) {
    const T c = z / g;
    const float f = static_cast<float>(c) + 0.0F;  // the sum turns -0 into +0
    const std::int32_t bits = __builtin_bit_cast(std::int32_t, f);
    const std::int32_t raw = ((bits & 0x7fffffff) >> (23 - b.sub)) - b.floor;
    const std::int32_t low = raw < 0 ? 0 : raw;
    const std::int32_t q = low < b.side ? low : b.side - 1;
    const std::int32_t inside = 2 * (b.side + (q ^ (bits >> 31))) + (g > 0 ? 1 : 0);
    const std::int32_t outside = 4 * b.side + (z <= 0 ? 1 : 0);
    return static_cast<Code>(c - c == 0 ? inside : outside);
}

template <class T>
inline void encode_plain(const T* __restrict z, const T* __restrict g, Index n, Buckets buckets,
                         Code* __restrict codes) {
    for (Index i = 0; i < n; ++i) codes[i] = code_of(z[i], g[i], buckets);
}

#if defined(__AVX2__)

inline __m256 crossings(const float* z, const float* g) {
    return _mm256_div_ps(_mm256_loadu_ps(z), _mm256_loadu_ps(g));
}

inline __m256 crossings(const double* z, const double* g) {
    const auto four = [](const double* a, const double* b) {
        return _mm256_cvtpd_ps(_mm256_div_pd(_mm256_loadu_pd(a), _mm256_loadu_pd(b)));
    };
    return _mm256_set_m128(four(z + 4, g + 4), four(z, g));
}

/// All ones where g > 0, eight rows.
inline __m256i rising(const float* g) {
    return _mm256_castps_si256(_mm256_cmp_ps(_mm256_loadu_ps(g), _mm256_setzero_ps(), _CMP_GT_OQ));
}

inline __m256i rising(const double* g) {
    const auto four = [](const double* a) {
        const __m256d up = _mm256_cmp_pd(_mm256_loadu_pd(a), _mm256_setzero_pd(), _CMP_GT_OQ);
        return _mm256_castpd_si256(up);
    };
    const __m256i odd = _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6);
    return _mm256_blend_epi32(_mm256_permutevar8x32_epi32(four(g), odd),
                              _mm256_permutevar8x32_epi32(four(g + 4), odd), 0xf0);
}

/// Exponent and leading mantissa bits of eight crossing points; complemented where negative.
/// `top` collects the largest.
inline __m256i keys(__m256 c, __m128i shift, __m256i& top) {
    const __m256i bits = _mm256_castps_si256(_mm256_add_ps(c, _mm256_setzero_ps()));
    const __m256i size = _mm256_and_si256(bits, _mm256_set1_epi32(0x7fffffff));
    const __m256i key = _mm256_srl_epi32(size, shift);
    top = _mm256_max_epi32(top, key);
    return _mm256_xor_si256(key, _mm256_srai_epi32(bits, 31));
}

inline __m256i in_order(__m256i packed) { return _mm256_permute4x64_epi64(packed, 0xd8); }

/// The same as encode_plain, sixteen rows at a time in 16-bit arithmetic. False if a crossing
/// point was too large for a float or not finite: then the codes are not valid.
template <class T>
inline bool encode_wide(const T* __restrict z, const T* __restrict g, Index n, Buckets b,
                        Code* __restrict codes) {
    const auto all = [](std::int32_t v) { return _mm256_set1_epi16(static_cast<short>(v)); };
    const __m256i floor = all(b.floor), most = all(b.side - 1), middle = all(2 * b.side);
    const __m128i shift = _mm_cvtsi32_si128(23 - b.sub);
    __m256i top = _mm256_setzero_si256();
    for (Index i = 0; i < n; i += 16) {
        const __m256i low = keys(crossings(z + i, g + i), shift, top);
        const __m256i high = keys(crossings(z + i + 8, g + i + 8), shift, top);
        const __m256i key = _mm256_packs_epi32(low, high), sign = _mm256_srai_epi16(key, 15);
        const __m256i up = _mm256_packs_epi32(rising(g + i), rising(g + i + 8));
        __m256i q = _mm256_subs_epu16(_mm256_xor_si256(key, sign), floor);
        q = _mm256_xor_si256(_mm256_min_epi16(q, most), sign);
        q = _mm256_sub_epi16(_mm256_add_epi16(_mm256_add_epi16(q, q), middle), up);
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(codes + i), in_order(q));
    }
    const __m256i limit = _mm256_set1_epi32((255 << b.sub) - 1);
    return _mm256_testz_si256(_mm256_cmpgt_epi32(top, limit), _mm256_set1_epi32(-1));
}

template <class T>
inline void encode(const T* z, const T* g, Index n, Buckets buckets, Code* codes) {
    const Index whole = n / 16 * 16;
    const Index done = encode_wide(z, g, whole, buckets, codes) ? whole : 0;
    encode_plain(z + done, g + done, n - done, buckets, codes + done);
}

inline Index gather(const Code* codes, Index n, Code first, Code last, std::int32_t* found) {
    const __m256i base = _mm256_set1_epi16(static_cast<short>(first));
    const __m256i width = _mm256_set1_epi16(static_cast<short>(last - first));
    Index count = 0;
    for (Index i = 0; i < n; i += 16) {
        const __m256i v =
            _mm256_sub_epi16(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(codes + i)), base);
        const __m256i hit = _mm256_cmpeq_epi16(_mm256_min_epu16(v, width), v);
        auto mask = static_cast<std::uint32_t>(_mm256_movemask_epi8(hit)) & 0x55555555U;
        for (; mask; mask &= mask - 1)
            found[count++] = static_cast<std::int32_t>(i + __builtin_ctz(mask) / 2);
    }
    return count;
}

#else

template <class T>
inline void encode(const T* z, const T* g, Index n, Buckets buckets, Code* codes) {
    encode_plain(z, g, n, buckets, codes);
}

inline Index gather(const Code* codes, Index n, Code first, Code last, std::int32_t* found) {
    Index count = 0;
    for (Index i = 0; i < n; ++i) {
        found[count] = static_cast<std::int32_t>(i);
        count += codes[i] >= first && codes[i] <= last;
    }
    return count;
}

#endif

/// Counts go to two histograms in turn, the second behind the first: neighbouring rows often share
/// a bucket, and adding to a place just written to is slow.
template <class T>
void scatter(const T* __restrict z, const T* __restrict g, const std::uint32_t* __restrict weights,
             Index n, Buckets buckets, Code* __restrict codes,
             std::uint32_t* __restrict histogram) {
    constexpr Index chunk = 2048;
    const Index count = 4 * static_cast<Index>(buckets.side) + 2;
    std::uint32_t* const second = histogram + count;
    for (Index first = 0; first < n; first += chunk) {
        const Index last = first + chunk < n ? first + chunk : n;
        encode(z + first, g + first, last - first, buckets, codes + first);
        Index i = first;
        for (; i + 1 < last; i += 2) {
            histogram[codes[i]] += weights ? weights[i] : 1;
            second[codes[i + 1]] += weights ? weights[i + 1] : 1;
        }
        if (i < last) histogram[codes[i]] += weights ? weights[i] : 1;
    }
    for (Index c = 0; c < count; ++c) histogram[c] += second[c];
}

}  // namespace rosenblatt::search::ROSENBLATT_ISA
