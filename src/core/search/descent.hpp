#pragma once

#include "base/poll.hpp"
#include "search/data_directions.hpp"
#include "search/descent_state.hpp"
#include "search/direction_batch.hpp"
#include "search/drawn_directions.hpp"

namespace rosenblatt::search {

/// Directions of one batch. Those that look at the data are drawn in smaller batches, because the
/// weights they look at grow old; the gradient must be that of the present weights.
inline Index batch_size(Directions kind) {
    return kind == Directions::gradient ? 1 : kind == Directions::mixed ? 16 : 24;
}

/// Random coordinate descent (Li, Algorithm 5) on packed rows.
template <PackedRows Packed>
class Descent {
  public:
    using T = typename Packed::Value;

    Descent(const Packed& rows, std::span<const std::uint32_t> row_weights,
            std::span<const double> start, const Shift& shift, const DescentOptions& options)
        : options_(options),
          state_(rows, row_weights, start, shift),
          search_(rows.kernels(), options.method),
          batch_(rows, std::min<Index>(batch_size(options.directions),
                                       std::max<Index>(1, options.epochs))),
          drawn_(options, rows.dim()),
          from_data_(options, rows, shift),
          plateau_(options.seed, Purpose::plateau) {}

    DescentState<Packed>& state() { return state_; }

    /// Runs `epochs` searches; calls `after(epoch)` after each, which tells the error that is to
    /// come down to zero.
    template <class After>
    DescentEnding run(const Stop& stop, After after) {
        Poll poll(state_.rows().size() * (state_.rows().dim() + 8));
        poll.listen_to(&stop);
        std::int64_t error = state_.error();
        for (std::int64_t epoch = 0; epoch < options_.epochs && error > 0;) {
            const Index count =
                std::min<std::int64_t>(batch_size(options_.directions), options_.epochs - epoch);
            if (!draw(epoch, count, stop)) return DescentEnding::stopped;
            for (Index k = 0; k < count && error > 0; ++k, ++epoch) {
                if (poll.after(1)) return DescentEnding::stopped;
                search(k, epoch);
                error = after(epoch);
            }
        }
        return error > 0 ? DescentEnding::epochs : DescentEnding::no_errors;
    }

  private:
    bool draw(std::int64_t epoch, Index count, const Stop& stop) {
        from_data_.prepare(state_);
        const auto one = [&](Index k, std::span<double> d) {
            if (!from_data_(state_, epoch + k, d)) drawn_(epoch + k, d);
            state_.shift().to_rows(d);
        };
        if (!batch_.fill(count, one, stop)) return false;
        if (options_.directions == Directions::mixed) batch_.drop_rounding_noise();
        return true;
    }

    void search(Index k, std::int64_t epoch) {
        const T* g = batch_.products(k);
        const Line<T> line = state_.line(g);
        const double pick = options_.perturb ? plateau_.unit(static_cast<std::uint64_t>(epoch)) : 0;
        const Interval found =
            options_.two_sided ? search_.two_sided(line, labels(), pick) : search_(line, pick);
        state_.step(found, batch_.direction(k), batch_.direction_stride(), g);
    }

    const T* labels() {
        if (labels_.empty())
            for (Index i = 0; i < state_.rows().size(); ++i)
                labels_.push_back(state_.rows().label(i));
        return labels_.data();
    }

    DescentOptions options_;
    DescentState<Packed> state_;
    LineSearch<T> search_;
    DirectionBatch<Packed> batch_;
    DrawnDirections drawn_;
    DataDirections<Packed> from_data_;
    Draws plateau_;
    std::vector<T> labels_;
};

}  // namespace rosenblatt::search
