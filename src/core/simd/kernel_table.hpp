#pragma once

#include <cstdint>

#include "base/memory.hpp"

namespace rosenblatt::search {

/// Rows are handled in blocks of this many; arrays over rows are padded to a multiple of it.
inline constexpr Index block_rows = 16;

/// `advance` says for each chunk of this many rows whether a score came close to zero.
inline constexpr Index chunk_rows = 64;

constexpr Index padded(Index n) { return round_up(n, block_rows); }

/// How a crossing point finds its bucket: `sub` (at most 7) bits of mantissa and the exponents
/// above `floor` (in units of a bucket), `side` buckets for each sign. Monotone in the crossing
/// point, so equal points always share a bucket.
struct Buckets {
    int sub;
    std::int32_t floor;
    std::int32_t side;

    std::int32_t count() const { return 2 * side; }
    std::int32_t codes() const { return 4 * side + 2; }
};

/// A scattered row's code is 2 * bucket + (1: the error rises at its crossing point, 0: it falls).
/// Rows that cannot change come after all buckets: first those that are right, then the wrong.
using Code = std::uint16_t;

template <class T>
struct SparseBlock {
    const Index* starts;  // one more than rows, offsets into the two arrays below
    const std::uint32_t* columns;
    const T* values;
    const T* labels;  // +1 or -1, multiplied into every product
    Index dim;        // columns; the bias is entry number dim of a direction
};

/// The loops over rows, compiled once per instruction set. They take raw pointers only: code that
/// is shared with other translation units must not be compiled here for a newer processor.
template <class T>
struct Kernels {
    /// out[k * stride + i] = <direction k, row i>, for packed rows. Sums run over the last column,
    /// which is the bias, and then over the others in order.
    void (*products)(const T* rows, Index n, Index dim, const T* directions, Index count, T* out,
                     Index stride);
    /// The same scores in double precision, one weight vector, summed in the same order.
    void (*scores)(const T* rows, Index n, Index dim, const double* w, double* out);
    void (*sparse_products)(const SparseBlock<T>& rows, Index n, const T* directions, Index count,
                            T* out, Index stride);
    /// moved = z + alpha * g; returns the weight of the rows with moved <= 0 and flags the chunks
    /// that hold a row with |moved| <= band. `weights` may be null: then each row weighs 1.
    std::uint64_t (*advance)(const T* z, const T* g, T alpha, T band, const std::uint32_t* weights,
                             Index n, T* moved, std::uint8_t* near);
    /// The weight of the rows with z <= 0.
    std::uint64_t (*weigh)(const T* z, const std::uint32_t* weights, Index n);
    /// Codes of all crossing points z / g and the weight that falls on each code. The histogram
    /// starts at zero and has room for twice the number of codes, the second half being scratch.
    void (*scatter)(const T* z, const T* g, const std::uint32_t* weights, Index n, Buckets buckets,
                    Code* codes, std::uint32_t* histogram);
    /// Rows whose code lies in [first, last], in order; returns how many. Codes are read, and rows
    /// found, up to the end of the last block.
    Index (*gather)(const Code* codes, Index n, Code first, Code last, std::int32_t* found);
};

/// The kernels of one instruction set, in both precisions.
struct KernelSet {
    Kernels<float> single_precision;
    Kernels<double> double_precision;

    template <class T>
    const Kernels<T>& of() const {
        if constexpr (sizeof(T) == 4)
            return single_precision;
        else
            return double_precision;
    }
};

#if defined(ROSENBLATT_ISA)
namespace ROSENBLATT_ISA {
extern const KernelSet kernels;
}
#endif

}  // namespace rosenblatt::search
