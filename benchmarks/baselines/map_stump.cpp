// Random coordinate descent with the decision stump kept in a std::map, as one would write it
// first: the baseline the exact search is measured against.
#include <cstdint>
#include <map>
#include <random>
#include <vector>

extern "C" std::int64_t map_stump(const float* x, const std::int8_t* y, std::int64_t n,
                                  std::int64_t m, double* w, std::int64_t epochs,
                                  std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<double> d(m + 1), s(n), delta(n);
    for (std::int64_t i = 0; i < n; ++i) {
        s[i] = w[m];
        for (std::int64_t j = 0; j < m; ++j) s[i] += w[j] * x[i * m + j];
    }
    std::int64_t best = 0;
    for (std::int64_t epoch = 0; epoch < epochs; ++epoch) {
        for (double& v : d) v = uniform(random);
        std::map<double, std::int64_t> rises;
        std::int64_t error = 0;
        for (std::int64_t i = 0; i < n; ++i) {
            delta[i] = d[m];
            for (std::int64_t j = 0; j < m; ++j) delta[i] += d[j] * x[i * m + j];
            if (delta[i] == 0) continue;
            const bool up = (delta[i] > 0) == (y[i] > 0);
            rises[s[i] / delta[i]] += up ? 1 : -1;
            error += !up;
        }
        best = error;
        double t = rises.begin()->first - 1;
        for (auto it = rises.begin(); it != rises.end(); ++it) {
            error += it->second;
            if (error >= best) continue;
            best = error;
            const auto next = std::next(it);
            t = next == rises.end() ? it->first + 1 : (it->first + next->first) / 2;
        }
        for (std::int64_t j = 0; j <= m; ++j) w[j] -= t * d[j];
        for (std::int64_t i = 0; i < n; ++i) s[i] -= t * delta[i];
    }
    return best;
}
