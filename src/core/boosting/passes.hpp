#pragma once

#include <stdexcept>

#include "online/engine.hpp"
#include "boosting/rounds.hpp"

namespace rosenblatt::boosting {

/// How a learner that visits row by row is set up, as an estimator says it.
struct PassOptions {
    AnyRule rule;  ///< the margin of a perceptron in units of the mean squared norm
    std::vector<std::int32_t> positives;
    Keeper keeper = Keeper::last;
    Order order = Order::content;
    double constant2 = 0;       ///< square of the constant feature; 0: no intercept
    bool auto_constant = true;  ///< the mean squared norm instead
    bool joint = false, resample = false;
    Index max_passes = 1;
};

/// Rounds of the online learners, each over rows arranged by its own weights and seed.
class Passes {
  public:
    Passes(const Backend& backend, const AnyTable& table, const Survey& survey,
           std::span<const std::int32_t> codes, PassOptions options, std::function<bool()> stop)
        : backend_(backend),
          table_(table),
          survey_(survey),
          codes_(codes),
          options_(std::move(options)),
          stop_(std::move(stop)) {}

    std::optional<Learned> operator()(const Lesson& lesson) const {
        const Examples examples = arrange(lesson);
        const auto engine = backend_.engine(setup(examples, lesson.seed));
        const Status status = engine->run(options_.max_passes, stop_);
        if (status == Status::interrupted) return std::nullopt;
        if (status == Status::overflow)
            throw std::domain_error(
                "the scores overflowed: some features, sample weights or eta0 are far too large; "
                "scale the features, for example with sklearn.preprocessing.StandardScaler.");
        Learned out;
        for (Index g = 0; g < engine->group_count(); ++g) {
            const std::vector<double> lines = engine->hypothesis(g, options_.keeper);
            out.lines.insert(out.lines.end(), lines.begin(), lines.end());
            out.epochs = std::max(out.epochs, engine->passes(g));
        }
        round_to_table(out.lines);
        return out;
    }

  private:
    Examples arrange(const Lesson& lesson) const {
        const Selection data{codes_.data(),
                             lesson.weights.empty() ? nullptr : lesson.weights.data(),
                             lesson.rows.empty() ? nullptr : lesson.rows.data(),
                             static_cast<Index>(lesson.rows.size()),
                             survey_.norm2.data(),
                             survey_.largest};
        return backend_.arrange(table_, data, options_.order, lesson.seed);
    }

    Setup setup(const Examples& examples, std::uint64_t seed) const {
        const double unit = examples.mean_squared_norm > 0 ? examples.mean_squared_norm : 1;
        Setup setup;
        setup.table = &table_;
        setup.examples = &examples;
        setup.norm2 = &survey_.norm2;
        for (const std::int32_t positive : options_.positives)
            setup.lanes.push_back({in_units(unit), positive});
        setup.start.resize(setup.lanes.size());
        setup.listeners = {options_.keeper == Keeper::longest, options_.keeper == Keeper::averaged,
                           options_.keeper == Keeper::pocket, false};
        setup.constant2 = options_.auto_constant ? unit : options_.constant2;
        setup.joint = options_.joint;
        setup.resample = options_.resample;
        setup.order = options_.order;
        setup.seed = seed;
        setup.max_passes = options_.max_passes;
        return setup;
    }

    AnyRule in_units(double unit) const {
        AnyRule rule = options_.rule;
        if (auto* perceptron = std::get_if<Perceptron>(&rule)) perceptron->multiply_margins(unit);
        return rule;
    }

    /// An estimator's weights have the precision of its rows.
    void round_to_table(Lines& lines) const {
        std::visit(
            [&]<class Table>(const Table&) {
                using T = typename Table::Value;
                for (double& w : lines) w = static_cast<double>(static_cast<T>(w));
            },
            table_);
    }

    const Backend& backend_;
    const AnyTable& table_;
    const Survey& survey_;
    std::span<const std::int32_t> codes_;
    PassOptions options_;
    std::function<bool()> stop_;
};

}  // namespace rosenblatt::boosting
