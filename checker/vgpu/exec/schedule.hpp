// Chance for schedules: numbers that a seed determines.
//
// Seed 0 is the fixed order. Any other one permutes blocks and warps, gives them turns of other
// lengths, runs several blocks beside each other, and lets lane groups of a warp go first that
// would not: interleavings that a real GPU may produce, and the same ones each time.
#pragma once

#include <cstdint>

namespace vgpu::exec {

// Steele, Lea, Flood: "Fast splittable pseudorandom number generators" (2014).
inline std::uint64_t split_mix(std::uint64_t& state) {
    std::uint64_t z = (state += 0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    return z ^ (z >> 31);
}

// A state for one thing of a launch; never 0, which would mean the fixed order.
inline std::uint64_t random_state_for(std::uint64_t seed, std::uint64_t a, std::uint64_t b) {
    std::uint64_t state = seed ^ (a + 1) * 0x9e3779b97f4a7c15 ^ (b + 1) * 0xc2b2ae3d27d4eb4f;
    return split_mix(state) | 1;
}

// From 1 to 2^most_bits, each order of magnitude as often as the others: short turns interrupt
// short kernels, long ones let loops run.
inline std::uint64_t some_length(std::uint64_t& state, int most_bits) {
    const auto bits = split_mix(state) % static_cast<unsigned>(most_bits);
    return 1 + split_mix(state) % (2ull << bits);
}

} // namespace vgpu::exec
