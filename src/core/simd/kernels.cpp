// Compiled once for each instruction set, with ROSENBLATT_ISA naming its namespace.
#include "simd/kernels.hpp"

#define ROSENBLATT_JOIN(a, b) a##b
#define ROSENBLATT_NAME(isa) ROSENBLATT_JOIN(isa, _kernels)

namespace rosenblatt::search {

const KernelSet& ROSENBLATT_NAME(ROSENBLATT_ISA)() {
    static constexpr KernelSet kernels{ROSENBLATT_ISA::table<float>(),
                                       ROSENBLATT_ISA::table<double>()};
    return kernels;
}

}  // namespace rosenblatt::search
