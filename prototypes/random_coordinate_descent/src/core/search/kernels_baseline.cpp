#define ROSENBLATT_ISA baseline
#include "kernels.hpp"

namespace rosenblatt::search {

// ROSENBLATT_NO_AVX2 leaves the newer kernels out, to test that both give the same results.
#if (defined(__x86_64__) || defined(__i386__)) && !defined(ROSENBLATT_NO_AVX2)
#define ROSENBLATT_HAS_AVX2_KERNELS
extern const Kernels<float> avx2_float;
extern const Kernels<double> avx2_double;

namespace {
bool has_avx2() {
    static const bool yes = (__builtin_cpu_init(), __builtin_cpu_supports("avx2"));
    return yes;
}
}  // namespace
#endif

extern const Kernels<float> baseline_float = baseline::table<float>();
extern const Kernels<double> baseline_double = baseline::table<double>();

template <>
const Kernels<float>& kernels<float>() {
#if defined(ROSENBLATT_HAS_AVX2_KERNELS)
    if (has_avx2()) return avx2_float;
#endif
    return baseline_float;
}

template <>
const Kernels<double>& kernels<double>() {
#if defined(ROSENBLATT_HAS_AVX2_KERNELS)
    if (has_avx2()) return avx2_double;
#endif
    return baseline_double;
}

}  // namespace rosenblatt::search
