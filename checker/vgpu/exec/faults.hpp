// The wording of faults: compute-sanitizer's, with what it cannot know added.
#pragma once

#include "vgpu/exec/fault.hpp"
#include "vgpu/exec/launch.hpp"
#include "vgpu/exec/sites.hpp"

namespace vgpu::exec {

// An access to `space` at `address` that is not allowed. `space` is what the address means: a
// generic address that leads into shared memory is a shared access.
struct BadAccess {
    isa::MemoryAction action = isa::MemoryAction::load;
    ptx::Space space = ptx::Space::global;
    std::uint64_t address = 0;
    int bytes = 0;
    bool misaligned = false;
    std::uint64_t space_bytes = 0; // shared, local, param: how large it is
};
Fault bad_access(const SiteContext& context, const BadAccess& access);
// An access to shared memory of a block that the cluster does not have: the block has ended, or
// (without an index) no block has that rank.
Fault absent_block(const SiteContext& context, const BadAccess& access, std::uint32_t rank,
                   std::size_t blocks, const std::optional<Dim3>& ended);

Fault make_fault(FaultKind kind, Tool tool, std::string message, std::string detail = "");
// `declared` is the name of a function that has no body, where the address is that of one.
Fault bad_call_target(std::uint64_t address, const std::string& declared = "");
Fault stack_overflow(std::uint32_t depth);
Fault barrier_divergence(bool in_warp, std::string detail);
// The same in a warp of which other lanes wait for each other (__syncwarp, a shuffle).
Fault warp_sync_divergence(std::string detail);
Fault barrier_arguments(std::string detail);
Fault deadlock(bool in_warp, std::string detail);
// A sparse matrix has wrong metadata; nullopt if the lane's word is valid or is not metadata.
std::optional<Fault> bad_metadata(const isa::MetadataCheck& check, std::uint32_t word, int lane);
// A register that a wgmma still uses: `verb` is "read" or "written".
Fault register_in_flight(const char* verb, bool is_result);
Fault cluster_deadlock(std::string detail);
Fault livelock(std::string detail);
Fault mbarrier_hang(std::string detail);
Fault endless_loop(std::string detail);
Fault bad_condition(std::uint64_t handle, bool has_ended);
Fault stack_exhausted(std::uint64_t wanted, std::uint64_t most);
Fault bad_stack_restore(std::uint64_t address);
Fault bad_free(std::uint64_t address, bool twice);

// "lanes 0-3, 7"
std::string list_lanes(std::uint32_t lanes);

ExecutableFunction* find_function(const std::vector<std::unique_ptr<Program>>& programs,
                                  std::uint64_t address);

} // namespace vgpu::exec
