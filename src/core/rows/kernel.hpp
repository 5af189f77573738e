#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "rows/rows.hpp"

namespace rosenblatt {

/// Where the products of rows come from, which are known by their numbers.
template <class T>
class Products {
  public:
    virtual ~Products() = default;
    /// `out[r * stride + k]` = the kernel of `rows[r]` and `against[k]`. If `slot` is not negative,
    /// `against` are the support rows from that slot on. False: it could not be done, and the
    /// training is going to be told to stop.
    virtual bool fill(std::span<const Index> rows, std::span<const Index> against, Index slot,
                      T* out, Index stride) = 0;
};

/// What becomes of a row that is learned when there is no slot left: it takes the slot of another
/// one drawn at random, or its projection onto the support rows is learned in its place.
enum class Overfull : std::uint8_t { removal, projection };

/// Rows that are known by their products alone. Their weights are dual coefficients: one for each
/// support row, which is a row that has been learned. Support rows have slots 0, 1, ... in the
/// order they came.
template <class T>
struct KernelTable {
    using Value = T;
    Products<T>* products;
    Index size;       ///< rows
    Index dim;        ///< slots
    Index known = 0;  ///< rows 0, 1, ... that are support rows from the start
    Overfull overfull = Overfull::removal;
    std::uint64_t seed = 0;            ///< of the slots that are drawn
    Index block = 256;                 ///< rows whose products are asked for together
    Index cache = 0;                   ///< bytes of products that are kept between passes
    std::vector<double> inverse = {};  ///< of the products of known rows; to project only
};

}  // namespace rosenblatt

#if defined(ROSENBLATT_ISA)
#include <algorithm>
#include <memory>

#include "base/memory.hpp"
#include "base/random.hpp"
#include "rows/dense.hpp"
#include "rows/projection.hpp"

namespace rosenblatt::ROSENBLATT_ISA {

/// Some rows and their products with all support rows: a dense table with a column for each slot.
template <class T>
struct ProductBlock {
    std::vector<Index> rows = {};         ///< which row each line is of
    std::vector<std::int32_t> line = {};  ///< of each row; -1: it has none
    AlignedVector<T> products = {};
    std::vector<T> among = {};  ///< products of the rows with each other, once they are needed
    DenseRows<T> table = DenseRows<T>({nullptr, 0, 0, 0});

    void clear(Index size) {
        line.resize(static_cast<std::size_t>(size), -1);
        for (const Index row : rows) line[row] = -1;
        rows.clear();
        among.clear();
    }
    void add(Index row) {
        if (line[row] >= 0) return;
        line[row] = static_cast<std::int32_t>(rows.size());
        rows.push_back(row);
    }
    /// Room for so many columns in each line.
    void lay_out(Index columns) {
        const Index stride = round_up(columns, kSums), count = static_cast<Index>(rows.size());
        products.resize(static_cast<std::size_t>(count * stride));
        table = DenseRows<T>({products.data(), count, 0, stride});
        table.whole = count;
    }
    T* at(Index l, Index column) { return products.data() + l * table.stride + column; }
};

/// The support rows, and blocks of rows whose products with them are ready.
template <class T>
class SupportRows {
  public:
    explicit SupportRows(const KernelTable<T>& table)
        : t_(table),
          slot_(static_cast<std::size_t>(table.size), -1),
          draw_(table.seed, 0),
          projection_(table.overfull == Overfull::projection && table.dim < table.size
                          ? std::make_unique<Projection>(table.dim, table.known, table.inverse)
                          : nullptr) {
        cache_.resize(caches() ? static_cast<std::size_t>(table.size) : 0);
        for (Index row = 0; row < table.known; ++row) take_slot(row);
    }

    Index size() const { return t_.size; }
    Index slots() const { return t_.dim; }
    Index block_size() const { return t_.block; }
    Index used() const { return static_cast<Index>(support_.size()); }
    const std::vector<Index>& support() const { return support_; }

    /// These rows come next (in any order, perhaps twice). Training has a block of its own; who
    /// looks at all rows meanwhile has another, in which no row is learned.
    void have_ready(ProductBlock<T>& block, std::span<const Index> rows, bool training) {
        block.clear(t_.size);
        for (const Index row : rows)
            if (cached(row) == 0) block.add(row);
        const auto fresh = static_cast<Index>(block.rows.size());
        for (const Index row : rows) block.add(row);
        const auto count = static_cast<Index>(block.rows.size());
        block.lay_out(used() + (training ? std::min(count, t_.dim - used()) : 0));
        block.table.d = used();
        Index least = used();
        for (Index l = fresh; l < count; ++l) {
            const std::vector<T>& kept = cache_[block.rows[l]];
            std::copy(kept.begin(), kept.end(), block.at(l, 0));
            least = std::min(least, static_cast<Index>(kept.size()));
        }
        fill(block, 0, fresh, 0);
        fill(block, fresh, count, least);
        for (Index l = 0; l < count; ++l) keep(block.rows[l], block.at(l, 0));
    }

    /// The slot of a row of this block that is learned. If it has to take the slot of another one,
    /// `gone` is told which: the weights there are of a row that is no longer known.
    Index enter(ProductBlock<T>& block, Index row, Index& gone) {
        if (slot_[row] >= 0) return slot_[row];
        Index slot = used();
        if (slot == t_.dim) {
            slot = gone = draw_.below(static_cast<std::uint64_t>(draws_++), t_.dim);
            slot_[support_[slot]] = -1;
            support_[slot] = row;
            slot_[row] = static_cast<std::int32_t>(slot);
        } else {
            if (projection_) projection_->enter();
            take_slot(row);
        }
        block.table.d = used();
        add_column(block, row, slot);
        return slot;
    }

    /// The coefficients of the row's projection onto the support rows, if that is to be learned in
    /// place of the row; null: the row itself.
    const double* projected(ProductBlock<T>& block, Index row) {
        if (projection_ == nullptr || slot_[row] >= 0) return nullptr;
        if (projection_->row() != row) {
            const Index l = block.line[row];
            projection_->project(row, block.at(l, 0), norm2(block, l));
        }
        const bool full = used() == t_.dim;
        return full || projection_->dependent(kPrecision) ? projection_->coefficients() : nullptr;
    }

    /// Squared norm of what a step adds.
    double step2(ProductBlock<T>& block, Index row, double whole) {
        return projected(block, row) != nullptr ? projection_->norm2() : whole;
    }

  private:
    /// A row whose square is so nearly that of its projection is projected even if there is room:
    /// the inverse would have little to do with the products otherwise.
    static constexpr double kPrecision = sizeof(T) == 4 ? 1e-4 : 1e-8;

    void take_slot(Index row) {
        slot_[row] = static_cast<std::int32_t>(support_.size());
        support_.push_back(row);
    }

    void fill(ProductBlock<T>& block, Index from, Index to, Index slot) {
        if (from == to || slot == used()) return;
        const std::span<const Index> rows(block.rows.data() + from,
                                          static_cast<std::size_t>(to - from));
        const std::span<const Index> against(support_.data() + slot,
                                             static_cast<std::size_t>(used() - slot));
        T* const out = block.at(from, slot);
        if (t_.products->fill(rows, against, slot, out, block.table.stride)) return;
        for (Index l = from; l < to; ++l) std::fill_n(block.at(l, slot), against.size(), T(0));
    }

    const T* among(ProductBlock<T>& block) {
        const std::size_t count = block.rows.size();
        if (block.among.empty()) {
            block.among.resize(count * count);
            if (!t_.products->fill(block.rows, block.rows, -1, block.among.data(),
                                   static_cast<Index>(count)))
                std::ranges::fill(block.among, T(0));
        }
        return block.among.data();
    }
    double norm2(ProductBlock<T>& block, Index l) {
        const auto count = static_cast<Index>(block.rows.size());
        return static_cast<double>(among(block)[l * count + l]);
    }

    void add_column(ProductBlock<T>& block, Index row, Index slot) {
        const auto count = static_cast<Index>(block.rows.size());
        const T* const column = among(block) + block.line[row];
        for (Index l = 0; l < count; ++l) *block.at(l, slot) = column[l * count];
    }

    // -------------------------------------------------- products that are kept between passes

    /// Where slots change hands, what was kept would have to be thrown away all the time.
    bool caches() const { return t_.cache > 0 && (t_.dim == t_.size || projection_); }
    Index cached(Index row) const {
        return cache_.empty() ? 0 : static_cast<Index>(cache_[row].size());
    }
    /// First come, first kept: in passes over all rows, what came last is needed last.
    void keep(Index row, const T* products) {
        if (cache_.empty()) return;
        const Index bytes = (used() - cached(row)) * Index(sizeof(T));
        if (bytes == 0 || cache_bytes_ + bytes > t_.cache) return;
        cache_bytes_ += bytes;
        cache_[row].assign(products, products + used());
    }

    const KernelTable<T>& t_;
    std::vector<Index> support_;      // slot -> row
    std::vector<std::int32_t> slot_;  // row -> slot; -1: none
    Stream draw_;
    Index draws_ = 0;
    std::unique_ptr<Projection> projection_;
    std::vector<std::vector<T>> cache_;  // of each row: its products with the first support rows
    Index cache_bytes_ = 0;
};

/// Rows with a kernel: scores are sums over support rows, and a row is learned by raising its own
/// coefficient.
template <class T>
class KernelRows {
  public:
    using Value = T;
    using Table = KernelTable<T>;

    explicit KernelRows(const KernelTable<T>& table)
        : support_(std::make_shared<SupportRows<T>>(table)),
          block_(std::make_shared<ProductBlock<T>>()) {}

    Index size() const { return support_->size(); }
    Index dim() const { return support_->slots(); }
    Index cost() const { return support_->used() + 64; }
    Index used() const { return support_->used(); }
    const std::vector<Index>& support() const { return support_->support(); }

    Index block_size() const { return support_->block_size(); }
    void have_ready(std::span<const Index> rows) const {
        support_->have_ready(*block_, rows, !aside_);
    }
    KernelRows aside() const {
        KernelRows other = *this;
        other.block_ = std::make_shared<ProductBlock<T>>();
        other.aside_ = true;
        return other;
    }

    [[gnu::noinline]] T dot(const T* w, Index i) const { return table(i).dot(w, block_->line[i]); }

    template <Index B>
    [[gnu::noinline]] void dots(const T* W, Index lanes, Index i, Vec<T>* out) const {
        table(i).template dots<B>(W, lanes, block_->line[i], out);
    }

    template <class U>
    void add(U* w, Index step, Index i, U a) const {
        if (a == U(0)) return;
        if (const double* c = support_->projected(*block_, i)) {
            for (Index k = 0; k < used(); ++k) w[k * step] += a * static_cast<U>(c[k]);
            return;
        }
        w[enter(i) * step] += a;
    }

    void add_block(T* W, Index lanes, Index i, Vec<T> a) const {
        if (const double* c = support_->projected(*block_, i)) {
            for (Index k = 0; k < used(); ++k)
                store(W + k * lanes, load(W + k * lanes) + static_cast<T>(c[k]) * a);
            return;
        }
        T* const w = W + enter(i) * lanes;
        store(w, load(w) + a);
    }

    /// The slot of row i, which is a support row from now on.
    Index enter(Index i) const {
        Index gone = -1;
        table(i);
        return support_->enter(*block_, i, gone);
    }

    /// Calls `take(slot, product)` for the support rows and their products with row i.
    template <class Take>
    void each_product(Index i, Take take) const {
        table(i);
        const T* const line = block_->at(block_->line[i], 0);
        for (Index slot = 0; slot < used(); ++slot) take(slot, line[slot]);
    }

    /// The slot that row i takes from another one when it is learned; -1: none.
    Index make_room(Index i) const {
        Index gone = -1;
        if (support_->projected(*block_, i) == nullptr) support_->enter(*block_, i, gone);
        return gone;
    }

    double step2(Index i, double whole) const { return support_->step2(*block_, i, whole); }

    void prefetch_start(Index) const {}
    void prefetch(Index) const {}

  private:
    const DenseRows<T>& table(Index i) const {
        if (block_->line.empty() || block_->line[i] < 0) have_ready({&i, 1});
        return block_->table;
    }
    std::shared_ptr<SupportRows<T>> support_;
    std::shared_ptr<ProductBlock<T>> block_;
    bool aside_ = false;
};

template <class T>
struct RowsOf<KernelTable<T>> {
    using type = KernelRows<T>;
};
static_assert(Rows<KernelRows<float>> && Rows<KernelRows<double>>);
static_assert(Prepared<KernelRows<float>> && !Values<KernelRows<float>>);

}  // namespace rosenblatt::ROSENBLATT_ISA
#endif
