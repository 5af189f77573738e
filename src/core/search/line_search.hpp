#pragma once

#include "search/bucket_search.hpp"
#include "search/crossing.hpp"
#include "search/sort_search.hpp"

namespace rosenblatt::search {

/// Weights of the rows that cannot change, as the two directions of Algorithm 3 see them.
struct Constants {
    std::int64_t positive = 0;
    std::int64_t negative = 0;
};

/// Algorithm 3 sets sign(0) = -1 for the rows that cannot change, and nowhere else.
template <class T>
Constants constants_of(const Line<T>& line, const T* labels) {
    Constants sum;
    for (Index i = 0; i < line.n; ++i) {
        if (Line<T>::can_change(line.crossing(i))) continue;
        const bool agrees = line.z[i] > 0 || (line.z[i] == 0 && labels[i] < 0);
        (agrees ? sum.negative : sum.positive) += line.weight(i);
    }
    return sum;
}

/// Exact weighted 0/1 line search along one direction (Li, Algorithm 4): minimises
/// `sum of weights [z + alpha g <= 0]` over alpha. Keeps its scratch memory between calls.
template <class T>
class LineSearch {
  public:
    explicit LineSearch(const Kernels<T>& kernels, Method method = Method::buckets)
        : method_(method), buckets_(kernels) {}

    /// The leftmost optimal interval (largest alpha), or with `pick` a random one: interval
    /// number floor(pick * count) from the left, `0 <= pick < 1`.
    Interval operator()(const Line<T>& line, double pick = 0) {
        return method_ == Method::sort ? sort_(line, pick) : buckets_(line, pick);
    }

    /// Algorithm 3: also the stumps of negative direction. They are the positive ones of the
    /// negated problem; the positive direction wins ties.
    Interval two_sided(const Line<T>& line, const T* labels, double pick = 0) {
        const Constants constants = constants_of(line, labels);
        Interval plus = (*this)(line, pick), minus = (*this)(negated(line), pick);
        plus.error += constants.positive - unable(line);
        minus.error += constants.negative - unable(negated(line));
        if (plus.error <= minus.error) return plus;
        minus.flipped = true;
        return minus;
    }

  private:
    Line<T> negated(const Line<T>& line) {
        z_.assign(padded(line.n), std::numeric_limits<T>::infinity());
        g_.assign(padded(line.n), T(0));
        for (Index i = 0; i < line.n; ++i) z_[i] = -line.z[i], g_[i] = -line.g[i];
        return {z_.data(), g_.data(), line.weights, line.n};
    }

    static std::int64_t unable(const Line<T>& line) {
        std::int64_t wrong = 0;
        for (Index i = 0; i < line.n; ++i)
            if (!Line<T>::can_change(line.crossing(i)) && line.z[i] <= 0) wrong += line.weight(i);
        return wrong;
    }

    Method method_;
    SortSearch<T> sort_;
    BucketSearch<T> buckets_;
    std::vector<T> z_, g_;
};

}  // namespace rosenblatt::search
