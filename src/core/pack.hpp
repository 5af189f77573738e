#pragma once
#include <cstdlib>
#include <memory>
#include <type_traits>

#include "engine.hpp"
#include "linalg.hpp"
#include "rows/csr.hpp"
#include "rows/dense.hpp"

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace rosenblatt::ROSENBLATT_ISA {

template <class R>
struct TableOfRows;
template <class T>
struct TableOfRows<DenseRows<T>> {
    using type = DenseTable<T>;
};
template <class T, class J>
struct TableOfRows<CsrRows<T, J>> {
    using type = CsrTable<T, J>;
};
template <class R>
using TableOf = typename TableOfRows<R>::type;

/// The examples' rows copied side by side in the order of the first pass, on large pages where the
/// system has them: later passes miss neither caches nor address translation as often.
template <class T>
class PackedRows {
  public:
    PackedRows(const DenseTable<T>& from, const Examples& examples)
        : size_(examples.size()), dim_(from.dim), stride_(round_up(from.dim, 4)) {
        constexpr std::size_t page = std::size_t(1) << 21;
        const std::size_t bytes = (size_ * stride_ + kSums) * sizeof(T);
        data_.reset(static_cast<T*>(std::aligned_alloc(page, (bytes + page - 1) / page * page)));
        if (data_ == nullptr) throw std::bad_alloc();
#if defined(__linux__)
        madvise(data_.get(), bytes, MADV_HUGEPAGE);
#endif
        constexpr Index ahead = 8;
        for (Index e = 0; e < size_; ++e) {
            if (e + ahead < size_)
                prefetch_bytes(from.data + examples.row_of(e + ahead) * from.stride,
                               dim_ * sizeof(T));
            std::copy_n(from.data + examples.row_of(e) * from.stride, dim_,
                        data_.get() + e * stride_);
            std::fill_n(data_.get() + e * stride_ + dim_, stride_ - dim_, T(0));
        }
    }

    DenseTable<T> table() const { return {data_.get(), size_, dim_, stride_}; }

  private:
    struct Free {
        void operator()(T* p) const { std::free(p); }
    };
    Index size_, dim_, stride_;
    std::unique_ptr<T, Free> data_;
};

/// Packing costs about as much as two passes over rows that are not in cache.
template <class T>
std::unique_ptr<PackedRows<T>> pack_if_it_pays(const DenseTable<T>& table, const Examples& examples,
                                               const Setup& setup) {
    const Index bytes = examples.size() * table.dim * Index(sizeof(T));
    const bool pays = std::getenv("NOPACK") == nullptr && setup.order == Order::content &&
                      setup.max_passes >= 3 && bytes >= (Index(4) << 20);
    return pays ? std::make_unique<PackedRows<T>>(table, examples) : nullptr;
}

template <class T, class J>
std::unique_ptr<PackedRows<T>> pack_if_it_pays(const CsrTable<T, J>&, const Examples&,
                                               const Setup&) {
    return nullptr;
}

}  // namespace rosenblatt::ROSENBLATT_ISA
