// Moves bytes of memory that the host may share, and tells the watch of them (shared_watch.hpp).
#pragma once

#include "vgpu/exec/memory_access.hpp"
#include "vgpu/exec/shared_watch.hpp"

#include <array>
#include <cstring>

namespace vgpu::exec {

// `host`: where the bytes lie, in device memory or in a block's shared memory. Every instruction
// that reads or writes device memory otherwise than by SharedLanes calls these two.
inline void load_bytes(const Machine& machine, const std::byte* host, void* to, std::size_t bytes) {
    std::memcpy(to, host, bytes);
    if (machine.shared_watch == nullptr) return;
    const std::uint64_t address = reinterpret_cast<std::uint64_t>(host) -
                                  static_cast<std::uint64_t>(machine.memory->distance());
    machine.shared_watch->on_read(address, {static_cast<const std::byte*>(to), bytes});
}
inline void store_bytes(const Machine& machine, std::byte* host, const void* from,
                        std::size_t bytes) {
    std::memcpy(host, from, bytes);
    if (machine.shared_watch == nullptr) return;
    const std::uint64_t address = reinterpret_cast<std::uint64_t>(host) -
                                  static_cast<std::uint64_t>(machine.memory->distance());
    machine.shared_watch->on_write(address, {static_cast<const std::byte*>(from), bytes});
}

// Whether the lanes of an access may be in memory that the host shares.
inline bool may_be_shared(const Machine& machine, ptx::Space space, const LaneAddresses& addresses,
                          int bytes) {
    return machine.shared_watch != nullptr && space != ptx::Space::shared &&
           machine.shared_watch->meets(addresses.lowest,
                                       addresses.highest + static_cast<std::uint64_t>(bytes));
}

// The bytes of a warp's access to such memory, in a place that the host does not share: an
// instruction loads and changes them there.
class SharedLanes {
  public:
    // The most bytes that a lane can access at once.
    static constexpr std::size_t most_bytes = 64;

    SharedLanes(const Machine& machine, const LaneAddresses& addresses, int bytes);
    void load();
    void store();
    // The lanes' bytes as host addresses, with no distance to add.
    const LaneAddresses& places() const { return places_; }

  private:
    // Calls move(place, host, bytes) once for each address of the lanes.
    template <class Move>
    void each(const Move& move);

    const Machine& machine_;
    const LaneAddresses& addresses_;
    std::size_t bytes_;
    LaneAddresses places_;
    std::uint32_t firsts_ = 0; // lanes whose address no lane before them has
    alignas(64) std::array<std::byte, warp_size * most_bytes> copy_;
};

} // namespace vgpu::exec
