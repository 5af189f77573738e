// Compiled once for each instruction set, with ROSENBLATT_ISA naming its namespace.
#include "simd/kernels.hpp"

namespace rosenblatt::search::ROSENBLATT_ISA {

constinit const KernelSet kernels{table<float>(), table<double>()};

}  // namespace rosenblatt::search::ROSENBLATT_ISA
