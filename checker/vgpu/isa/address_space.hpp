// Generic addresses: which part of them stands for which state space (PTX ISA, "Generic
// Addressing").
//
// Global and constant memory have the addresses they have; constant variables lie together in a
// part of device memory. Shared, local and kernel parameter space are windows above all addresses
// that a host program can have, so no pointer is ever mistaken for another kind.
#pragma once

#include "vgpu/ptx/type.hpp"

#include <cstdint>
#include <optional>

namespace vgpu::isa {

struct Window {
    std::uint64_t base = 0;
    std::uint64_t bytes = 0;
    constexpr bool contains(std::uint64_t generic) const { return generic - base < bytes; }
    constexpr std::uint64_t to_generic(std::uint64_t address) const { return base + address; }
    constexpr std::uint64_t from_generic(std::uint64_t generic) const { return generic - base; }
};

inline constexpr std::uint64_t window_bytes = 1ull << 32;
inline constexpr Window shared_window{1ull << 48, window_bytes};
inline constexpr Window local_window{(1ull << 48) + window_bytes, window_bytes};
inline constexpr Window parameter_window{(1ull << 48) + 2 * window_bytes, window_bytes};

// Shared memory of a thread block cluster (shared::cluster). A block's own has its addresses in
// shared::cta. mapa gives addresses by rank for every block, its own too, `cluster_step` bytes from
// each other. For a rank beyond those, mapa gives an address of no block.
inline constexpr std::uint64_t cluster_step = 1ull << 24;
inline constexpr std::uint32_t most_named_rank = 200;
constexpr std::uint64_t in_cluster(std::uint64_t address, std::uint32_t rank) {
    const std::uint64_t within = address % cluster_step;
    return ((rank < most_named_rank ? rank : most_named_rank) + 1) * cluster_step + within;
}
// The rank that an address names; nullopt: it names the block that uses it, or no block.
constexpr std::optional<std::uint32_t> named_rank(std::uint64_t address) {
    const std::uint64_t step = address / cluster_step;
    if (step == 0 || step > most_named_rank + 1) return std::nullopt;
    return static_cast<std::uint32_t>(step - 1);
}

// The bytes for all constant variables; where they begin is known when the device has its memory
// (SpecialRegister::constant_begin).
inline constexpr std::uint64_t constant_bytes = 64ull << 20;

// The window of a space; empty, at 0, if its addresses are their own generic addresses.
constexpr Window window_of(ptx::Space space) {
    switch (space) {
    case ptx::Space::shared:
        return shared_window;
    case ptx::Space::local:
        return local_window;
    case ptx::Space::param:
        return parameter_window;
    default:
        return {};
    }
}

} // namespace vgpu::isa
