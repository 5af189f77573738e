#pragma once
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace rosenblatt {

struct FreePages {
    void operator()(void* p) const { std::free(p); }
};

/// An array on large pages where the system has them: touched for the first time, small ones cost
/// as much as the work on them.
template <class T>
using Pages = std::unique_ptr<T[], FreePages>;

template <class T>
Pages<T> make_pages(std::size_t count) {
    constexpr std::size_t page = std::size_t(1) << 21;
    const std::size_t bytes = (count * sizeof(T) + page) / page * page;
    void* const p = std::aligned_alloc(page, bytes);
    if (p == nullptr) throw std::bad_alloc();
#if defined(__linux__)
    madvise(p, bytes, MADV_HUGEPAGE);  // a wish: whether it is granted changes nothing but time
#endif
    return Pages<T>(static_cast<T*>(p));
}

}  // namespace rosenblatt
