// Compiled with AVX2 switched on; empty on other processors.
#if defined(__AVX2__)
#define ROSENBLATT_ISA avx2
#include "kernels.hpp"

namespace rosenblatt::search {

extern const Kernels<float> avx2_float = avx2::table<float>();
extern const Kernels<double> avx2_double = avx2::table<double>();

}  // namespace rosenblatt::search
#endif
