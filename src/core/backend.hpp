#pragma once
#include <memory>

#include "online/engine.hpp"
#include "online/vote_lists.hpp"
#include "rows/inspection.hpp"
#include "rows/sparse_products.hpp"
#include "simd/kernel_table.hpp"

namespace rosenblatt {

/// What is compiled once for each instruction set.
struct Backend {
    const char* name;
    /// `stored` values lie behind a sparse table's pointers.
    Inspection (*inspect)(const AnyTable&, Index stored);
    Examples (*arrange)(const AnyTable&, const Selection&, Order, std::uint64_t seed);
    std::unique_ptr<Engine> (*engine)(const Setup&);
    /// The votes of the points in a range, which are not wanted once it was told to stop.
    void (*vote)(const VoteLists&, const Points&, PointRange, const Stop&);
    void (*append_nonzeros)(AnyNonzeros&, const AnyTable&, std::span<const Index> numbers);
    void (*sparse_products)(const AnyNonzeros& left, const AnyNonzeros& right, Index from, Index to,
                            void* out, Index stride);
    const search::KernelSet& kernels;
};

const Backend& portable_backend();
#if defined(ROSENBLATT_HAS_AVX2)
const Backend& avx2_backend();
#endif

}  // namespace rosenblatt
