#include "kernel.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <optional>

#include "lock.hpp"

namespace rosenblatt::bindings {

using namespace nb::literals;

template <class T>
bool PythonProducts<T>::fill(std::span<const Index> rows, std::span<const Index> against,
                             Index slot, T* out, Index stride) {
    if (failure) return false;
    const Locked locked;
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

using RowNumbers = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Throws unless every number is that of a row.
std::span<const Index> numbers_of(const Table& table, const RowNumbers& numbers) {
    const std::span<const Index> found(numbers.data(), numbers.shape(0));
    const Index size = size_of(table.rows);
    for (const Index i : found)
        if (i < 0 || i >= size) throw nb::value_error("there is no row of that number");
    return found;
}

/// Rows without their zeros.
struct NonzeroRows {
    AnyNonzeros values;

    Index size() const {
        return std::visit([](const auto& list) { return list.size(); }, values);
    }
};

template <class T>
inline constexpr bool holds(const Table& table) {
    return std::visit([]<class S>(const S&) { return std::is_same_v<typename S::Value, T>; },
                      table.rows);
}

void append(NonzeroRows& list, const Table& table, const RowNumbers& numbers) {
    const auto wanted = numbers_of(table, numbers);
    const bool alike = std::visit(
        [&]<class T>(const Nonzeros<T>& rows) {
            return holds<T>(table) && rows.dim == dim_of(table.rows);
        },
        list.values);
    if (!alike) throw nb::value_error("the rows of a list have one type and as many columns");
    const Unlocked unlocked;
    backend().append_nonzeros(list.values, table.rows, wanted);
}

NonzeroRows* nonzeros_of(const Table& table, const RowNumbers& numbers) {
    const Index dim = dim_of(table.rows);
    auto list = std::make_unique<NonzeroRows>(
        holds<float>(table) ? AnyNonzeros(Nonzeros<float>{dim}) : Nonzeros<double>{dim});
    append(*list, table, numbers);
    return list.release();
}

/// Products of these rows (lines) and of others (columns), into `out`.
template <class T>
void multiply(const NonzeroRows& left, const NonzeroRows& right, Index from,
              nb::ndarray<T, nb::ndim<2>, nb::device::cpu> out) {
    const auto* const rows = std::get_if<Nonzeros<T>>(&left.values);
    const auto* const columns = std::get_if<Nonzeros<T>>(&right.values);
    const auto count = static_cast<Index>(out.shape(1));
    if (rows == nullptr || columns == nullptr || rows->dim != columns->dim ||
        static_cast<Index>(out.shape(0)) != rows->size() || from < 0 ||
        from + count > columns->size() || (count > 1 && out.stride(1) != 1))
        throw nb::value_error("products want lines of the type of the values, one for each row");
    const Unlocked unlocked;
    backend().sparse_products(left.values, right.values, from, from + count, out.data(),
                              out.stride(0));
}

}  // namespace

void bind_kernel(nb::module_& m) {
    nb::class_<Kernel>(m, "Kernel", "Rows that are known by their products alone.");
    m.def("kernel", &make_kernel, "make"_a, "single"_a, "size"_a, "slots"_a, "known"_a = 0,
          "project"_a = false, "seed"_a = 0, "block"_a = 256, "cache"_a = 0,
          "inverse"_a.noconvert().none() = nb::none(),
          "`make(rows, against, slot, out)` puts the products of rows into out; if slot is not "
          "negative, against are the support rows from that slot on.");
    nb::class_<NonzeroRows>(m, "NonzeroRows", "Rows without their zeros.")
        .def("__len__", &NonzeroRows::size)
        .def("append", &append, "table"_a, "numbers"_a.noconvert())
        .def("multiply", &multiply<float>, "right"_a, "start"_a, "out"_a.noconvert())
        .def("multiply", &multiply<double>, "right"_a, "start"_a, "out"_a.noconvert());
    m.def("nonzeros", &nonzeros_of, "table"_a, "numbers"_a.noconvert());
}

template class PythonProducts<float>;
template class PythonProducts<double>;

}  // namespace rosenblatt::bindings
