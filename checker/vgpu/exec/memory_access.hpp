// Memory instructions: addresses, bounds, data.
//
// The common case costs one range test for the warp, against the allocation that the same
// instruction hit last; only when it fails are lanes looked at one by one.
#pragma once

#include "vgpu/exec/interpreter.hpp"
#include "vgpu/isa/address_space.hpp"

namespace vgpu::exec {

// The function that carries an access out; null where there is none for it.
MemoryHandler choose_handler(const MemoryOp& access);

// The addresses of one warp's access, and what was found out about them.
struct LaneAddresses {
    alignas(64) std::uint64_t at[warp_size]; // of lanes that do not take part: as the first one's
    std::uint32_t mask = 0;
    std::uint64_t lowest = 0, highest = 0;
    bool aligned = true;       // all of them, to the size of the access
    bool contiguous = false;   // lane l's is `step` bytes behind lane l - 1's
    std::uint64_t pattern = 0; // AddressPattern::serial, if they lie as in that one
    // The block whose shared memory it is, if that is another one of the cluster.
    const Block* owner = nullptr;
};

// Computes base register plus displacement for all lanes, and finds out about these addresses. If
// observers want accesses, the instruction's last pattern is tried first.
void find_addresses(Interpreter& interpreter, MemoryOp& access, const Frame& frame,
                    std::uint32_t mask, LaneAddresses& addresses);
// Finds out about the addresses of the lanes of the mask; `step` is the size of one lane's access.
void classify(LaneAddresses& addresses, std::uint64_t step);

// Bytes that lie side by side on the host: device memory and shared memory.
struct Linear {
    std::intptr_t distance = 0; // host address = address + distance
};

// The allocation around an address in device memory, if the action is allowed there.
Extent extent_for(isa::MemoryAction action, const DeviceMemory& memory, std::uint64_t address);

// Makes sure that every lane's bytes exist; false after a fault. Global, constant or shared.
bool check_linear(Interpreter& interpreter, const Op& op, MemoryOp& access, ptx::Space space,
                  const LaneAddresses& addresses, Linear& linear);

// The addresses that are used in place of these if Machine::sampling (sampling.hpp).
LaneAddresses folded(Interpreter& interpreter, LaneAddresses addresses);
inline bool is_sampled(Interpreter& interpreter, ptx::Space space) {
    return interpreter.machine().sampling && space != ptx::Space::shared;
}

// Takes from `rest` the lanes whose generic addresses lead to the same space as its first lane's,
// and makes their addresses relative to that space.
ptx::Space next_part(const LaneAddresses& addresses, std::uint64_t step, std::uint32_t& rest,
                     LaneAddresses& part);

// The block that an address in shared memory leads to: another one of the cluster, if `owner` is
// not null. Its memory begins at `begin`. nullopt after a fault.
struct BlockPlace {
    const Block* owner = nullptr;
    std::uint64_t begin = 0;
};
std::optional<BlockPlace> find_block(Interpreter& interpreter, const Op& op,
                                     isa::MemoryAction action, int bytes, std::uint64_t address,
                                     int lane);
// The same for addresses in shared memory that name blocks of the cluster: takes those of one
// block, and makes them relative to its memory. False after a fault.
bool next_block_part(Interpreter& interpreter, const Op& op, const MemoryOp& access,
                     const LaneAddresses& addresses, std::uint32_t& rest, LaneAddresses& part);
inline bool names_blocks(const LaneAddresses& addresses) {
    return addresses.highest >= isa::cluster_step;
}
// Calls access_part(part) for the part of each block, until that is false.
template <class AccessPart>
bool access_blocks(Interpreter& interpreter, const Op& op, const MemoryOp& access,
                   const LaneAddresses& addresses, const AccessPart& access_part) {
    for (std::uint32_t rest = addresses.mask; rest != 0;) {
        LaneAddresses part;
        if (!next_block_part(interpreter, op, access, addresses, rest, part) || !access_part(part))
            return false;
    }
    return true;
}

// Tells the observers. `words` and `values`: AccessEvent, if not where the access has its elements.
void announce(Interpreter& interpreter, const Op& op, const MemoryOp& access, Frame& frame,
              ptx::Space space, const LaneAddresses& addresses, std::intptr_t to_host,
              const void* const* words = nullptr, const void* const* values = nullptr);

bool report_bad_access(Interpreter& interpreter, const Op& op, const MemoryOp& access,
                       ptx::Space space, std::uint64_t address, int lane, bool misaligned,
                       const Block* owner = nullptr);

// lane_access.cpp: memory that each lane has for itself.
bool access_local(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                  const LaneAddresses& addresses);
bool access_parameters(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                       const LaneAddresses& addresses);
MemoryHandler choose_parameter_handler(const MemoryOp& access);

// async_copies.cpp
MemoryHandler choose_copy_handler();

// mbarrier_access.cpp
MemoryHandler choose_mbarrier_handler();
// Counts a copy's bytes as complete at the mbarrier at `address`; they are written when its phase
// completes. `owner`: the block whose shared memory has it, if that is another one of the cluster.
bool complete_by_copy(Interpreter& interpreter, const Op& op, MemoryOp& barrier, Frame& frame,
                      BulkCopy copy, const Block* owner, std::uint64_t address);

// bulk_copy_access.cpp
MemoryHandler choose_bulk_copy_handler();

// tensor_map_access.cpp
MemoryHandler choose_map_handler(const MemoryOp& access);
// Reports what happens to maps in global memory. For a release the address does not matter.
void tell_map_step(Interpreter& interpreter, const Op& op, int lane, std::uint64_t address,
                   MapStep step);

// matrix_access.cpp
MemoryHandler choose_matrix_handler(const MemoryOp& access);

// texture_access.cpp
MemoryHandler choose_texture_handler();

// atomic_access.cpp, and quad_atomic_access.cpp for those of 128 bits
MemoryHandler choose_atomic_handler(const MemoryOp& access);
MemoryHandler choose_quad_handler(const MemoryOp& access);

// How much an atomic that left memory unchanged counts as polling: a lock that is taken, a flag
// that is looked at.
inline constexpr std::int64_t unchanged_weight = 1 << 11;

// How a loaded element fills its register.
inline std::uint64_t extend(std::uint64_t raw, int width, bool is_signed, int bits) {
    if (!is_signed || width >= 8) return raw;
    const int unused = 64 - 8 * width;
    const auto value =
        static_cast<std::uint64_t>(static_cast<std::int64_t>(raw << unused) >> unused);
    return bits >= 64 ? value : value & ((1ull << bits) - 1);
}

void put_value(std::byte* slots, const ElementSlot& element, int lane, std::uint64_t value);
std::uint64_t get_value(const std::byte* slots, const ElementSlot& element, int lane);

} // namespace vgpu::exec
