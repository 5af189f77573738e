#pragma once
// The contract of rows. A table says how rows are stored; it is plain data that anyone may read
// value by value. Rows read a table as training does, compiled once for each instruction set.
#include <concepts>
#include <span>

#include "base/index.hpp"

namespace rosenblatt {

/// A table tells its size, and `each` calls `take(column, value)` for the values of a row, columns
/// rising; zeros may be left out (`sparse`: they are). Optional: `stored(from, to)`, how many
/// values that are for the rows `from` up to `to`, if it can be told without a look at them.
template <class T>
concept Table = std::copyable<T> && requires(const T table, Index i) {
    typename T::Value;
    { T::sparse } -> std::convertible_to<bool>;
    { table.size } -> std::convertible_to<Index>;
    { table.dim } -> std::convertible_to<Index>;
    table.each(i, [](Index, auto) {});
};

}  // namespace rosenblatt

#if defined(ROSENBLATT_ISA)
#include "simd/vectors.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// The rows type that reads a table: specialised beside each of them.
template <class Table>
struct RowsOf;

/// Rows as the loops over them see them: products with weights, and sums.
/// - `dot(w, i)`: the score of one lane, whose weights are contiguous and padded to whole vectors.
/// - `dots<B>(W, lanes, i, out)`: of B vectors of lanes, interleaved; the same bits as `dot`.
/// - `add(w, step, i, a)`: `w[j * step] += a x_j`, in the arithmetic of w.
/// - `add_block(W, lanes, i, a)`: each lane of a vector adds its own multiple.
/// - `weights2(w, step, sum)`: the squared norm of a lane's weights, added to `sum`; or `step2`.
/// - `prefetch_start(i)`, `prefetch(i)`: row i comes soon: first its address, then its memory.
/// - `cost()`: about how many values a row has.
///
/// A score has the same bits everywhere: products are never fused with sums, and what is summed in
/// which order depends on the row alone (see `simd/vectors.hpp`).
///
/// Optional parts:
/// - `const T* row(i)`, where the values of a row stand side by side: such tables may be copied to
///   be read faster (`rough_rows.hpp`, `error_count.hpp`).
/// - `have_ready(rows)`, `block_size()` and `aside()`: products that are made for many rows at a
///   time (`Prepared`); `aside` are the same rows for somebody who looks at others meanwhile.
/// - `add_in_order()`: add up in the order of dense rows from now on, because weights will not be
///   whole numbers even if the rows are, and sums then depend on the order.
/// - `adding_up(loop)`: calls the loop with rows whose `dot` adds up in one way only.
/// - `used()`: weights from there on are still 0.
/// - `make_room(i)`: the weight that row i takes over from another row when it is learned, or -1.
/// - `step2(i, norm2)`: the squared norm of what `add` adds of row i; rows that have it cannot tell
///   the norm of weights from the weights, so it is kept up to date (`lanes.hpp`).
template <class R>
concept Rows =
    requires(const R rows, typename R::Value* w, Index i, double* d, Vec<typename R::Value>* out) {
        typename R::Table;
        { rows.size() } -> std::same_as<Index>;
        { rows.dim() } -> std::same_as<Index>;
        { rows.cost() } -> std::same_as<Index>;
        { rows.dot(w, i) } -> std::same_as<typename R::Value>;
        rows.template dots<1>(w, i, i, out);
        rows.add(w, i, i, *w);
        rows.add(d, i, i, *d);
        rows.add_block(w, i, i, *out);
        rows.prefetch_start(i);
        rows.prefetch(i);
    } && (requires(const R rows, typename R::Value* w, Index i) { rows.weights2(w, i, 0.0); } ||
          requires(const R rows, Index i) { rows.step2(i, 1.0); });

/// Products are made for a block of rows at a time.
template <class R>
concept Prepared = requires(const R rows, std::span<const Index> next) {
    rows.have_ready(next);
    { rows.block_size() } -> std::same_as<Index>;
    { rows.aside() } -> std::same_as<R>;
};

/// What rows hold, for whoever looks at the values themselves: inspection, the content order, rules
/// with a direction. Rows that know products only (a kernel's) have none, and are refused there.
///
/// Optional, where it can be faster than by `each` (`values.hpp` has what is taken otherwise):
/// - `int compare(i, k)`: an order of rows by what they hold: -1, 0, 1.
/// - `Extent`, with `norm2(rows, i)`, `largest()` and `nonzeros()`: squared norms, the largest
/// value
///   and the number of values that are not 0.
template <class V>
concept Values = requires(const V values, Index i) {
    { values.size() } -> std::same_as<Index>;
    { values.dim() } -> std::same_as<Index>;
    values.each(i, [](Index, auto) {});
};

/// Whether the values of a row stand side by side.
template <class R>
concept Contiguous = requires(const R rows, Index i) {
    { rows.row(i) } -> std::same_as<const typename R::Value*>;
};

/// Adds the squared norm of weights that stand for themselves, one by one.
template <class T>
double add_squares(const T* w, Index step, Index dim, double sum) {
    for (Index j = 0; j < dim; ++j) {
        const auto v = static_cast<double>(w[j * step]);
        sum += v * v;
    }
    return sum;
}

}  // namespace rosenblatt::ROSENBLATT_ISA
#endif
