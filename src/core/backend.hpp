#pragma once
#include <memory>

#include "online/engine.hpp"
#include "online/vote_lists.hpp"
#include "rows/inspection.hpp"
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
    const search::KernelSet& kernels;
};

const Backend& portable_backend();
#if defined(ROSENBLATT_HAS_AVX2)
const Backend& avx2_backend();
#endif

}  // namespace rosenblatt
