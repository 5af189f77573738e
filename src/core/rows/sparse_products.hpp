#pragma once
// Inner products of rows that are mostly zeros, stored so or not: zeros cost nothing. Every product
// is one sum in the order of the columns, so neither the rows beside it nor threads change a bit.
#include <span>
#include <variant>
#include <vector>

#include "choices.hpp"

namespace rosenblatt {

/// The values of some rows that are not 0, row after row.
template <class T>
struct Nonzeros {
    Index dim;
    std::vector<T> values = {};
    std::vector<Index> columns = {};
    std::vector<Index> starts = {0};

    Index size() const { return static_cast<Index>(starts.size()) - 1; }
};
using AnyNonzeros = std::variant<Nonzeros<float>, Nonzeros<double>>;

}  // namespace rosenblatt

#if defined(ROSENBLATT_ISA)
#include "base/memory.hpp"
#include "simd/vectors.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

template <class T>
void append(Nonzeros<T>& list, const Values auto& rows, std::span<const Index> numbers) {
    for (const Index i : numbers) {
        rows.each(i, [&](Index column, T value) {
            if (value == 0) return;
            list.values.push_back(value);
            list.columns.push_back(column);
        });
        list.starts.push_back(static_cast<Index>(list.values.size()));
    }
}

/// Some rows side by side, with a line for each column in which one of them is not 0.
template <class T>
class RowPanel {
  public:
    static constexpr Index vectors = 8, width = vectors * Vector<T>::width;

    explicit RowPanel(Index dim) : line_(static_cast<std::size_t>(dim), -1) {}

    /// At most `width` rows.
    void hold(const Nonzeros<T>& rows, Index from, Index to) {
        for (const Index column : columns_) line_[column] = -1;
        columns_.clear();
        for (Index i = from; i < to; ++i)
            for (Index k = rows.starts[i]; k < rows.starts[i + 1]; ++k)
                values_of(rows.columns[k])[i - from] += rows.values[k];
    }

    /// The products of the rows held and of one more.
    void multiply(const Nonzeros<T>& rows, Index i, Vec<T>* products) const {
        Vec<T> sum[vectors] = {};
        for (Index k = rows.starts[i]; k < rows.starts[i + 1]; ++k) {
            const Index line = line_[rows.columns[k]];
            if (line < 0) continue;
            const T* const held = lines_.data() + line * width;
            const Vec<T> value = all_equal(rows.values[k]);
            for (Index v = 0; v < vectors; ++v) sum[v] += value * load(held + v * Vector<T>::width);
        }
        std::copy(sum, sum + vectors, products);
    }

  private:
    std::vector<Index> line_;  // of each column; -1: none
    std::vector<Index> columns_ = {};
    AlignedVector<T> lines_ = {};

    T* values_of(Index column) {
        if (line_[column] < 0) {
            line_[column] = static_cast<Index>(columns_.size());
            columns_.push_back(column);
            const std::size_t wanted = columns_.size() * width;
            if (lines_.size() < wanted) lines_.resize(2 * wanted);
            std::fill_n(lines_.data() + wanted - width, width, T(0));
        }
        return lines_.data() + line_[column] * width;
    }
};

/// `out[r * stride + c]` is the product of row r on the left and row `from + c` on the right.
template <class T>
void multiply(const Nonzeros<T>& left, const Nonzeros<T>& right, Index from, Index to, T* out,
              Index stride) {
    RowPanel<T> panel(right.dim);
    for (; from < to; from += panel.width, out += panel.width) {
        const Index last = std::min(from + panel.width, to);
        panel.hold(right, from, last);
        for (Index r = 0; r < left.size(); ++r) {
            Vec<T> products[RowPanel<T>::vectors];
            panel.multiply(left, r, products);
            std::memcpy(out + r * stride, products,
                        sizeof(T) * static_cast<std::size_t>(last - from));
        }
    }
}

/// Adds rows of a table, whose values have the type of the list.
void append_nonzeros(AnyNonzeros& list, const AnyTable& any, std::span<const Index> numbers) {
    std::visit(
        [&]<class Stored>(const Stored& table) {
            using T = typename Stored::Value;
            append(std::get<Nonzeros<T>>(list), typename RowsOf<Stored>::type(table), numbers);
        },
        any);
}

/// Both lists and `out` have values of one type.
void sparse_products(const AnyNonzeros& left, const AnyNonzeros& right, Index from, Index to,
                     void* out, Index stride) {
    std::visit(
        [&]<class T>(const Nonzeros<T>& rows) {
            multiply(std::get<Nonzeros<T>>(left), rows, from, to, static_cast<T*>(out), stride);
        },
        right);
}

}  // namespace rosenblatt::ROSENBLATT_ISA
#endif
