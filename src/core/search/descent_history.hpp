#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <vector>

namespace rosenblatt::search {

using Clock = std::chrono::steady_clock;

/// Errors after epochs, and when they were reached. Long descents keep every second point, then
/// every fourth, and so on, so that a history never outgrows its rows. Times are 20 microseconds
/// old at most, or that of one epoch: asking the clock after every short one would take a fifth of
/// it.
class DescentHistory {
  public:
    explicit DescentHistory(Clock::time_point begin) : begin_(begin) {}

    /// `epochs`: how many were run, one more than at the last call.
    void add(std::int64_t epochs, double error) {
        if (epochs % stride_ != 0) return;
        if (errors.size() == most) thin();
        if (epochs % stride_ == 0) push(epochs, error);
    }

    /// What the descent ended with.
    void end(std::int64_t epochs, double error) {
        until_read_ = 1;
        if (epochs > 0 && (this->epochs.empty() || this->epochs.back() != epochs))
            push(epochs, error);
    }

    static constexpr std::size_t most = std::size_t{1} << 16;
    std::vector<std::int64_t> epochs;
    std::vector<double> errors, seconds;

  private:
    void push(std::int64_t epoch, double error) {
        epochs.push_back(epoch), errors.push_back(error);
        seconds.push_back(now());
    }

    double now() {
        if (--until_read_ > 0) return last_;
        const double read = std::chrono::duration<double>(Clock::now() - begin_).count();
        const double epochs = fresh * static_cast<double>(period_) / std::max(read - last_, 1e-9);
        period_ = static_cast<int>(std::clamp(epochs, 1.0, 64.0));
        until_read_ = period_;
        return last_ = read;
    }

    void thin() {
        stride_ *= 2;
        std::size_t kept = 0;
        for (std::size_t k = 0; k < epochs.size(); ++k) {
            if (epochs[k] % stride_ != 0) continue;
            epochs[kept] = epochs[k], errors[kept] = errors[k], seconds[kept++] = seconds[k];
        }
        epochs.resize(kept), errors.resize(kept), seconds.resize(kept);
    }

    static constexpr double fresh = 20e-6;
    Clock::time_point begin_;
    std::int64_t stride_ = 1;
    double last_ = 0;
    int period_ = 1, until_read_ = 1;
};

}  // namespace rosenblatt::search
