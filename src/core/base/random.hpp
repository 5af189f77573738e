#pragma once
#include <cstdint>

namespace rosenblatt {

/// A bijection of 64 bits that scatters neighbouring inputs (the finaliser of SplitMix64).
inline std::uint64_t scatter(std::uint64_t z) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/// Counter-based generator: the k-th number of a stream is a pure function of seed, stream and k,
/// so that any pass can be drawn again, in any thread, without the ones before it.
struct Stream {
    std::uint64_t key;

    Stream(std::uint64_t seed, std::uint64_t stream)
        : key(scatter(seed + 0x9e3779b97f4a7c15u) ^ scatter(stream + 0xd1b54a32d192ed03u)) {}

    std::uint64_t bits(std::uint64_t k) const { return scatter(key + k * 0x9e3779b97f4a7c15u); }

    /// A number below n (n < 2^32), from the high half of the bits.
    std::uint32_t below(std::uint64_t k, std::uint64_t n) const { return scaled(bits(k) >> 32, n); }

    /// 32 bits as a number below n.
    static std::uint32_t scaled(std::uint64_t half, std::uint64_t n) {
        return static_cast<std::uint32_t>((half * n) >> 32);
    }

    double uniform(std::uint64_t k) const { return static_cast<double>(bits(k) >> 11) * 0x1p-53; }
};

}  // namespace rosenblatt
