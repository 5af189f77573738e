#pragma once

#include "boosting/rounds.hpp"
#include "search/shift.hpp"
#include "search/solve.hpp"
#include "search/weight_order.hpp"

namespace rosenblatt::boosting {

/// Rounds of random coordinate descent, one hyperplane for each positive class.
class Descents {
  public:
    Descents(const search::KernelSet& kernels, const AnyTable& table,
             std::span<const std::int32_t> codes, const std::vector<std::int32_t>& positives,
             std::vector<double> shift, search::DescentOptions options, Stop stop)
        : kernels_(kernels),
          table_(table),
          start_(static_cast<std::size_t>(dim_of(table)) + 1),
          shift_(std::move(shift)),
          options_(options),
          stop_(std::move(stop)) {
        options_.record_history = false;
        for (const std::int32_t positive : positives) {
            std::vector<std::int8_t>& labels = labels_.emplace_back();
            for (const std::int32_t code : codes) labels.push_back(code == positive ? 1 : -1);
        }
    }

    std::optional<RoundResult> operator()(const RoundInput& input) const {
        bool stopped = false;
        const auto stop = [&] { return stopped = stopped || stop_(); };
        const auto results = search::solve(kernels_, table_, problems(input), 1,
                                           std::numeric_limits<double>::infinity(), stop);
        if (stopped) return std::nullopt;
        RoundResult out;
        for (const search::DescentResult& result : results) {
            append_unit(result.weights, out.hyperplanes);
            out.epochs = std::max<Index>(out.epochs, result.epochs);
        }
        return out;
    }

  private:
    /// Classes are compared by hyperplanes of one length, among shifted rows.
    void append_unit(const std::vector<double>& weights, Hyperplanes& lines) const {
        std::vector<double> shifted = weights;
        search::Shift(shift_).to_shifted(shifted);
        double norm2 = 0;
        search::for_each_weight(static_cast<Index>(weights.size()),
                                [&](Index j) { norm2 += shifted[j] * shifted[j]; });
        const double norm = norm2 > 0 ? std::sqrt(norm2) : 1;
        for (const double w : weights) lines.push_back(w / norm);
    }

    std::vector<search::DescentProblem> problems(const RoundInput& input) const {
        std::vector<search::DescentProblem> all;
        for (const auto& labels : labels_) {
            search::DescentProblem problem{input.rows, labels, input.weights,
                                           start_,     shift_, options_};
            problem.options.seed = input.seed + all.size();
            all.push_back(problem);
        }
        return all;
    }

    const search::KernelSet& kernels_;
    const AnyTable& table_;
    std::vector<std::vector<std::int8_t>> labels_;
    std::vector<double> start_, shift_;
    search::DescentOptions options_;
    Stop stop_;
};

}  // namespace rosenblatt::boosting
