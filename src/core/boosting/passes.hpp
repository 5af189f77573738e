#pragma once

#include "backend.hpp"
#include "boosting/rounds.hpp"
#include "visits/mean_squared_value.hpp"

namespace rosenblatt::boosting {

/// What the square of the constant feature is: a given number, or the mean squared value or norm of
/// the rows that a round learns from.
enum class Constant : std::uint8_t { given, value, norm };

/// How a learner that visits row by row is set up, as an estimator says it.
struct PassOptions {
    AnyRule rule;  ///< parameters in units of the mean squared norm
    std::vector<std::int32_t> positives;
    AnyGroup group = Single{};
    Index group_lanes = 1;
    std::vector<AnyKeeper> keepers = {};  ///< none: the last hypothesis is wanted
    std::string hypothesis = "last";      ///< name of the keeper whose hypothesis is wanted
    Order order = Order::content;
    Constant constant = Constant::value;
    double constant2 = 0;  ///< square of the constant feature, if given; 0: no intercept
    bool resample = false;
    Index max_passes = 1;
};

/// Rounds of the online learners, each over rows arranged by its own weights and seed.
class Passes {
  public:
    Passes(const Backend& backend, const AnyTable& table, const Inspection& inspection,
           std::span<const std::int32_t> codes, PassOptions options, Stop stop)
        : backend_(backend),
          table_(table),
          inspection_(inspection),
          codes_(codes),
          options_(std::move(options)),
          stop_(std::move(stop)) {}

    std::optional<RoundResult> operator()(const RoundInput& input) const {
        const Examples examples = arrange(input);
        const auto engine = backend_.engine(setup(examples, input.seed));
        const Status status = engine->run(options_.max_passes, stop_);
        if (status == Status::interrupted) return std::nullopt;
        RoundResult out;
        out.overflow = status == Status::overflow;
        for (Index g = 0; g < engine->group_count(); ++g) {
            const std::vector<double> lines = engine->hypothesis(g, options_.hypothesis);
            out.hyperplanes.insert(out.hyperplanes.end(), lines.begin(), lines.end());
            out.epochs = std::max(out.epochs, engine->passes(g));
        }
        round_to_table(out.hyperplanes);
        return out;
    }

  private:
    Examples arrange(const RoundInput& input) const {
        const Selection data{codes_.data(),
                             input.weights.empty() ? nullptr : input.weights.data(),
                             input.rows.empty() ? nullptr : input.rows.data(),
                             static_cast<Index>(input.rows.size()),
                             inspection_.norm2.data(),
                             inspection_.largest};
        return backend_.arrange(table_, data, options_.order, input.seed);
    }

    Setup setup(const Examples& examples, std::uint64_t seed) const {
        const double unit = examples.mean_squared_norm > 0 ? examples.mean_squared_norm : 1;
        Setup setup;
        setup.table = &table_;
        setup.examples = &examples;
        setup.norm2 = &inspection_.norm2;
        for (const std::int32_t positive : options_.positives)
            setup.lanes.push_back({options_.rule, positive});
        setup.start.resize(setup.lanes.size());
        setup.group = options_.group;
        setup.group_lanes = options_.group_lanes;
        setup.keepers = options_.keepers;
        setup.unit = unit;
        setup.constant2 = constant2(examples, unit);
        setup.resample = options_.resample;
        setup.order = options_.order;
        setup.seed = seed;
        setup.max_passes = options_.max_passes;
        return setup;
    }

    double constant2(const Examples& examples, double unit) const {
        if (options_.constant == Constant::given) return options_.constant2;
        if (options_.constant == Constant::norm) return unit;
        const double found = mean_squared_value(table_, inspection_, examples);
        return found > 0 ? found : 1;
    }

    /// An estimator's weights have the precision of its rows.
    void round_to_table(Hyperplanes& lines) const {
        std::visit(
            [&]<class Table>(const Table&) {
                using T = typename Table::Value;
                for (double& w : lines) w = static_cast<double>(static_cast<T>(w));
            },
            table_);
    }

    const Backend& backend_;
    const AnyTable& table_;
    const Inspection& inspection_;
    std::span<const std::int32_t> codes_;
    PassOptions options_;
    Stop stop_;
};

}  // namespace rosenblatt::boosting
