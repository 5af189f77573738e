#pragma once

#include <cstddef>
#include <memory>
#include <new>
#include <vector>

#include "base/index.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace rosenblatt {

constexpr Index round_up(Index n, Index multiple) {
    return (n + multiple - 1) / multiple * multiple;
}

/// Takes memory from an address that is a multiple of `alignment`; fails as `new` does.
template <class T, std::size_t alignment>
struct AlignedMemory {
    using value_type = T;
    template <class U>
    struct rebind {
        using other = AlignedMemory<U, alignment>;
    };

    AlignedMemory() = default;
    template <class U>
    AlignedMemory(const AlignedMemory<U, alignment>&) {}

    T* allocate(std::size_t n) {
        return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t{alignment}));
    }
    void deallocate(T* p, std::size_t) { ::operator delete(p, std::align_val_t{alignment}); }
    bool operator==(const AlignedMemory&) const { return true; }
};

/// Starts on a cache line: vectors read from it never cross one.
template <class T>
using AlignedVector = std::vector<T, AlignedMemory<T, 64>>;

inline constexpr std::size_t large_page = std::size_t(1) << 21;

struct FreePages {
    void operator()(void* p) const { ::operator delete(p, std::align_val_t{large_page}); }
};

/// An array on large pages where the system has them: touched for the first time, small ones cost
/// as much as the work on them. Its entries start with no value.
template <class T>
using Pages = std::unique_ptr<T[], FreePages>;

template <class T>
Pages<T> make_pages(std::size_t count) {
    const std::size_t bytes = (count * sizeof(T) + large_page) / large_page * large_page;
    T* const p = AlignedMemory<T, large_page>().allocate(bytes / sizeof(T));
#if defined(__linux__)
    madvise(p, bytes, MADV_HUGEPAGE);  // a wish: whether it is granted changes nothing but time
#endif
    return Pages<T>(p);
}

}  // namespace rosenblatt
