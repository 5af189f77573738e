#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace rosenblatt::search {

/// Memory that starts on a cache line, as the vector kernels want it.
template <class T>
struct CacheAligned {
    using value_type = T;
    CacheAligned() = default;
    template <class U>
    CacheAligned(const CacheAligned<U>&) {}
    T* allocate(std::size_t n) {
        return static_cast<T*>(::operator new(n * sizeof(T), std::align_val_t{64}));
    }
    void deallocate(T* p, std::size_t) { ::operator delete(p, std::align_val_t{64}); }
    bool operator==(const CacheAligned&) const { return true; }
};

template <class T>
using Aligned = std::vector<T, CacheAligned<T>>;

}  // namespace rosenblatt::search
