#include "kernel.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <optional>

namespace rosenblatt::bindings {

using namespace nb::literals;

template <class T>
bool PythonProducts<T>::fill(std::span<const Index> rows, std::span<const Index> against,
                             Index slot, T* out, Index stride) {
    if (failure) return false;
    const nb::gil_scoped_acquire locked;
    try {
        const auto numbers = [](std::span<const Index> s) {
            using Numbers = nb::ndarray<nb::numpy, const Index, nb::ndim<1>>;
            return nb::cast(Numbers(s.data(), {s.size()}), nb::rv_policy::reference);
        };
        using Lines = nb::ndarray<nb::numpy, T, nb::ndim<2>>;
        const Lines lines(out, {rows.size(), against.size()}, nb::handle(), {stride, 1});
        make_(numbers(rows), numbers(against), slot, nb::cast(lines, nb::rv_policy::reference));
        return true;
    } catch (const nb::python_error&) {
        failure = std::current_exception();
        return false;
    }
}

namespace {

using Square = nb::ndarray<const double, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

struct KernelOptions {
    Index size, slots, known;
    bool project;
    std::uint64_t seed;
    Index block, cache;
    std::optional<Square> inverse;
};

template <class T>
std::shared_ptr<PythonProducts<T>> add_table(Kernel& kernel, nb::object make,
                                             const KernelOptions& o) {
    auto products = std::make_shared<PythonProducts<T>>(std::move(make));
    KernelTable<T> table{.products = products.get(), .size = o.size, .dim = o.slots};
    table.known = o.known;
    table.overfull = o.project ? Overfull::projection : Overfull::removal;
    table.seed = o.seed;
    table.block = std::max<Index>(o.block, 1);
    table.cache = o.cache;
    if (o.inverse) table.inverse.assign(o.inverse->data(), o.inverse->data() + o.inverse->size());
    kernel.table = std::move(table);
    return products;
}

Kernel* make_kernel(nb::object make, bool single, Index size, Index slots, Index known,
                    bool project, std::uint64_t seed, Index block, Index cache,
                    std::optional<Square> inverse) {
    if (slots < 1 || known > slots || known > size)
        throw nb::value_error("a kernel wants at least one slot, and one for each known row");
    if (inverse && (static_cast<Index>(inverse->shape(0)) != known ||
                    static_cast<Index>(inverse->shape(1)) != known))
        throw nb::value_error("the inverse is that of the products of the known rows");
    const KernelOptions options{size,  std::min(slots, size), known, project, seed, block,
                                cache, std::move(inverse)};
    auto kernel = std::make_unique<Kernel>();
    if (single)
        kernel->single = add_table<float>(*kernel, std::move(make), options);
    else
        kernel->exact = add_table<double>(*kernel, std::move(make), options);
    return kernel.release();
}

}  // namespace

void bind_kernel(nb::module_& m) {
    nb::class_<Kernel>(m, "Kernel", "Rows that are known by their products alone.");
    m.def("kernel", &make_kernel, "make"_a, "single"_a, "size"_a, "slots"_a, "known"_a = 0,
          "project"_a = false, "seed"_a = 0, "block"_a = 256, "cache"_a = 0,
          "inverse"_a.noconvert().none() = nb::none(),
          "`make(rows, against, slot, out)` puts the products of rows into out; if slot is not "
          "negative, against are the support rows from that slot on.");
}

template class PythonProducts<float>;
template class PythonProducts<double>;

}  // namespace rosenblatt::bindings
