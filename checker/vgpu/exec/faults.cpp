#include "vgpu/exec/faults.hpp"

#include "vgpu/exec/names.hpp"
#include "vgpu/isa/address_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>

namespace vgpu::exec {

std::string_view name_of(Tool tool) {
    static constexpr std::string_view names[] = {
#define WORKBOOK_CHECK(name, ...) #name,
#include "wire/checks.def"
        "api", "program"};
    return names[static_cast<std::size_t>(tool)];
}

namespace {

constexpr std::uint64_t null_page = 4096;
constexpr std::uint64_t near_shared = 1 << 20;

bool is_read(isa::MemoryAction action) { return action == isa::MemoryAction::load; }

bool is_write(isa::MemoryAction action) { return action == isa::MemoryAction::store; }

std::string_view verb(isa::MemoryAction action) {
    return is_read(action) ? "read" : (is_write(action) ? "write" : "atomic");
}

std::string_view space_name(ptx::Space space) {
    return space == ptx::Space::constant ? "constant" : ptx::name_of(space);
}

// Where an access is relative to an allocation, in compute-sanitizer's words.
std::string relation(const Allocation& allocation, std::uint64_t address, int bytes) {
    const std::uint64_t end = allocation.address + allocation.bytes;
    const std::string nearest = fmt::format("the nearest allocation at {:#x} of size {} bytes",
                                            allocation.address, allocation.bytes);
    if (address < allocation.address)
        return fmt::format(" and is {} bytes before {}", allocation.address - address, nearest);
    if (address >= end) return fmt::format(" and is {} bytes after {}", address - end + 1, nearest);
    const std::uint64_t beyond = address + static_cast<std::uint64_t>(bytes) - end;
    return fmt::format(" and reaches {} bytes beyond the end of {}", beyond, nearest);
}

// Says why the allocation at the address must not be accessed. False: it gives no reason.
bool explain_allocation(const SiteContext& context, const BadAccess& access, Fault& fault) {
    const DeviceMemory& memory = *context.memory;
    const auto inside = memory.find(access.address);
    if (!inside) return false;
    if (inside->suspended) {
        fault.detail +=
            fmt::format(" and is not allocated: it lies {} bytes into the {} bytes at {:#x} of a "
                        "graph's memory "
                        "node, which a launch of the graph allocates and a free ends",
                        access.address - inside->address, inside->bytes, inside->address);
    } else if (inside->mapping == Mapping::reserved) {
        fault.detail += fmt::format(
            " and has no memory: it lies {} bytes into the {} bytes at {:#x} "
            "that {} reserved, and nothing is mapped there (cuMemMap)",
            access.address - inside->address, inside->bytes, inside->address, inside->origin);
    } else if (inside->mapping == Mapping::unmapped) {
        fault.detail +=
            fmt::format(" and has no memory any more: it lies {} bytes into the {} bytes "
                        "at {:#x} that cuMemUnmap has unmapped",
                        access.address - inside->address, inside->bytes, inside->address);
    } else if (inside->mapping == Mapping::mapped && inside->users == 0) {
        fault.detail +=
            fmt::format(" and is in the {} bytes at {:#x} that cuMemMap has mapped, and "
                        "nothing may touch them: cuMemSetAccess has given no device "
                        "access, or cuMemUnmap was called meanwhile",
                        inside->bytes, inside->address);
    } else if (inside->freed) {
        fault.detail +=
            fmt::format(" and was freed: it lies {} bytes into the allocation at "
                        "{:#x} of size {} bytes that has been freed",
                        access.address - inside->address, inside->address, inside->bytes);
    } else if (inside->is_image) {
        fault.detail += " is in the storage of an array, which textures, surfaces and copies "
                        "reach and pointers do not";
    } else if (!memory.is_reachable(access.address)) {
        fault.detail =
            fmt::format("Address {:#x} is in memory of {}device {}, which a kernel on device {} "
                        "cannot reach: allow it with ",
                        access.address,
                        inside->users != 0 && inside->mapping == Mapping::none ? "a pool of " : "",
                        inside->owner, memory.user().value_or(0));
        fault.detail += inside->mapping == Mapping::mapped ? "cuMemSetAccess"
                        : inside->users != 0
                            ? "cudaMemPoolSetAccess"
                            : fmt::format("cudaDeviceEnablePeerAccess({}, 0) while device {} "
                                          "is current",
                                          inside->owner, memory.user().value_or(0));
    } else if (!is_read(access.action) && memory.is_read_only(access.address)) {
        fault.detail = fmt::format("Address {:#x} is in the {} bytes at {:#x} that may only be "
                                   "read: cuMemSetAccess was given CU_MEM_ACCESS_FLAGS_PROT_READ",
                                   access.address, inside->bytes, inside->address);
    } else {
        return false;
    }
    fault.allocation = describe_allocation(context, *inside);
    return true;
}

void explain_global(const SiteContext& context, const BadAccess& access, Fault& fault) {
    const DeviceMemory& memory = *context.memory;
    if (access.address < null_page || access.address > ~null_page) {
        fault.detail += access.address == 0 ? ": it is a null pointer"
                                            : ": it is an offset from a null pointer";
        return;
    }
    if (memory.is_device_address(access.address)) {
        if (explain_allocation(context, access, fault)) return;
    } else if (const std::string host =
                   context.host_memory ? context.host_memory(access.address) : "";
               !host.empty()) {
        fault.detail =
            fmt::format("Address {:#x} is a host address: the kernel was given a pointer "
                        "to host memory; copy the data to device memory and pass that "
                        "pointer (it points to {})",
                        access.address, host);
        return;
    }
    if (access.address >= code_base) {
        const ExecutableFunction* function = find_function(*context.programs, access.address);
        if (function != nullptr) {
            fault.detail += fmt::format(": it is the address of the function {}",
                                        readable_name(function->source->name));
            return;
        }
    }
    const std::uint64_t shared = isa::shared_window.base;
    if (access.address < shared && shared - access.address <= near_shared) {
        fault.detail += fmt::format(": it is {} bytes before the block's shared memory",
                                    shared - access.address);
        return;
    }
    if (const auto nearest = memory.nearest(access.address)) {
        fault.detail += relation(*nearest, access.address, access.bytes);
        fault.allocation = describe_allocation(context, *nearest);
        fault.offset = static_cast<std::int64_t>(access.address - nearest->address);
    }
}

// The shared variable that ends last before the address, or reaches up to it.
void explain_shared(const SiteContext& context, const BadAccess& access, Fault& fault) {
    fault.detail += fmt::format(": the block has {} bytes of shared memory", access.space_bytes);
    if (access.address > std::numeric_limits<std::uint32_t>::max() - null_page &&
        access.address <= std::numeric_limits<std::uint32_t>::max()) {
        fault.detail +=
            fmt::format(", and this is {} bytes before it", (1ull << 32) - access.address);
        return;
    }
    if (context.program == nullptr || context.kernel == nullptr) return;
    const auto& variables = context.program->shared_variables();
    const SharedVariable* nearest = nullptr;
    std::uint64_t begin = 0, bytes = 0;
    for (std::size_t i = 0; i < variables.size() && i < context.kernel->shared_offsets.size();
         ++i) {
        const std::uint64_t offset = context.kernel->shared_offsets[i];
        if (offset == no_offset || offset > access.address || (nearest && offset < begin)) continue;
        nearest = &variables[i];
        begin = offset;
        bytes = nearest->dynamic ? access.space_bytes - std::min(access.space_bytes, offset)
                                 : nearest->bytes;
    }
    if (nearest == nullptr) return;
    fault.allocation = readable_name(nearest->name);
    fault.offset = static_cast<std::int64_t>(access.address - begin);
    const std::string what = fmt::format("{}'{}' at {:#x} of size {} bytes",
                                         nearest->dynamic ? "dynamic shared memory " : "",
                                         fault.allocation, begin, bytes);
    const std::uint64_t end = begin + bytes;
    const auto size = static_cast<std::uint64_t>(access.bytes);
    if (access.address >= end)
        fault.detail += fmt::format("; this is {} bytes after {}", access.address - end + 1, what);
    else
        fault.detail +=
            fmt::format("; this reaches {} bytes beyond {}", access.address + size - end, what);
}

} // namespace

Fault bad_access(const SiteContext& context, const BadAccess& access) {
    Fault fault;
    fault.tool = Tool::memcheck;
    fault.kind = is_read(access.action)    ? FaultKind::invalid_read
                 : is_write(access.action) ? FaultKind::invalid_write
                                           : FaultKind::invalid_atomic;
    fault.space = access.space;
    fault.address = access.address;
    fault.size = access.bytes;
    fault.message = fmt::format("Invalid __{}__ {} of size {} bytes", space_name(access.space),
                                verb(access.action), access.bytes);
    const bool global = access.space == ptx::Space::global || access.space == ptx::Space::constant;
    if (access.misaligned) {
        fault.kind = FaultKind::misaligned;
        fault.detail = fmt::format("Address {:#x} is misaligned", access.address);
        if (const auto inside = global ? context.memory->find(access.address) : std::nullopt) {
            fault.allocation = describe_allocation(context, *inside);
            fault.offset = static_cast<std::int64_t>(access.address - inside->address);
        } else if (access.space == ptx::Space::shared && context.kernel != nullptr) {
            Whereabouts there = context.program->describe_shared(*context.kernel, access.address);
            fault.allocation = std::move(there.name);
            fault.offset = static_cast<std::int64_t>(there.offset);
        }
        return fault;
    }
    fault.detail = fmt::format("Address {:#x} is out of bounds", access.address);
    if (global) {
        explain_global(context, access, fault);
    } else if (access.space == ptx::Space::shared) {
        explain_shared(context, access, fault);
    } else {
        fault.detail += fmt::format(": the thread has {} bytes of {} memory there",
                                    access.space_bytes, space_name(access.space));
    }
    return fault;
}

Fault absent_block(const SiteContext& context, const BadAccess& access, std::uint32_t rank,
                   std::size_t blocks, const std::optional<Dim3>& ended) {
    Fault fault = bad_access(context, access);
    fault.detail =
        ended ? fmt::format("Address {:#x} is in the shared memory of block ({},{},{}), which has "
                            "exited: the blocks of a cluster have to synchronise before one ends "
                            "whose memory others use",
                            access.address, ended->x, ended->y, ended->z)
              : fmt::format("Address {:#x} is in the shared memory of the cluster's block {}, but "
                            "the cluster has {} block{}, from 0",
                            access.address, rank, blocks, blocks == 1 ? "" : "s");
    return fault;
}

Fault make_fault(FaultKind kind, Tool tool, std::string message, std::string detail) {
    Fault fault;
    fault.kind = kind;
    fault.tool = tool;
    fault.message = std::move(message);
    fault.detail = std::move(detail);
    return fault;
}

Fault bad_call_target(std::uint64_t address, const std::string& declared) {
    std::string detail =
        fmt::format("Address {:#x} is not the address of a device function", address);
    if (address == 0) detail = "The function pointer is null";
    if (!declared.empty())
        detail = fmt::format("'{}' is declared, but nothing in this program defines it", declared);
    Fault fault = make_fault(FaultKind::illegal_instruction, Tool::program,
                             "Call of an invalid function address", std::move(detail));
    fault.address = address;
    return fault;
}

Fault stack_overflow(std::uint32_t depth) {
    return make_fault(FaultKind::stack_overflow, Tool::memcheck, "Stack overflow",
                      fmt::format("The stack has no room for call number {}: the recursion is too "
                                  "deep or does not end",
                                  depth));
}

Fault barrier_divergence(bool in_warp, std::string detail) {
    return make_fault(FaultKind::barrier_divergence, Tool::synccheck,
                      in_warp ? "Barrier error detected. Divergent thread(s) in warp"
                              : "Barrier error detected. Divergent thread(s) in block",
                      std::move(detail));
}

Fault warp_sync_divergence(std::string detail) {
    Fault fault = barrier_divergence(true, std::move(detail));
    fault.kind = FaultKind::warp_sync_divergence;
    return fault;
}

Fault barrier_arguments(std::string detail) {
    return make_fault(FaultKind::barrier_arguments, Tool::synccheck,
                      "Barrier error detected. Invalid arguments", std::move(detail));
}

Fault deadlock(bool in_warp, std::string detail) {
    return make_fault(FaultKind::deadlock, Tool::synccheck,
                      in_warp ? "Deadlock: threads of the warp wait for each other"
                              : "Deadlock: no thread of the block can go on",
                      std::move(detail));
}

std::optional<Fault> bad_metadata(const isa::MetadataCheck& check, std::uint32_t word, int lane) {
    if ((check.lanes >> lane & 1) == 0) return std::nullopt;
    for (int bit = 0; bit < 32; bit += 4) {
        const std::uint32_t bits = word >> bit & 15;
        if ((check.valid >> bits & 1) != 0) continue;
        std::string possible;
        for (std::uint32_t other = 0; other < 16; ++other)
            if ((check.valid >> other & 1) != 0)
                possible += fmt::format("{}{:#06b}", possible.empty() ? "" : ", ", other);
        return make_fault(
            FaultKind::illegal_instruction, Tool::program, "Invalid metadata of a sparse matrix",
            fmt::format(
                "Bits {} to {} of lane {}'s word {:#010x} are {:#06b}, and say which elements "
                "of a chunk are kept; what they may be: {}",
                bit, bit + 3, lane, word, bits, possible));
    }
    return std::nullopt;
}

Fault register_in_flight(const char* verb, bool is_result) {
    return make_fault(
        FaultKind::race, Tool::racecheck, fmt::format("Register {} before wgmma.wait_group", verb),
        fmt::format("It {} of a wgmma.mma_async that has not been waited for: commit the group and "
                    "wait for it first",
                    is_result ? "is in the accumulator" : "holds elements of A"));
}

Fault cluster_deadlock(std::string detail) {
    return make_fault(FaultKind::deadlock, Tool::synccheck,
                      "Deadlock: no thread of the cluster can go on", std::move(detail));
}

Fault livelock(std::string detail) {
    return make_fault(FaultKind::deadlock, Tool::synccheck,
                      "Livelock: threads wait for memory to change, and no thread will change it",
                      std::move(detail));
}

Fault mbarrier_hang(std::string detail) {
    return make_fault(FaultKind::deadlock, Tool::synccheck,
                      "Deadlock: threads wait for an mbarrier, and its phase will never complete",
                      std::move(detail));
}

Fault endless_loop(std::string detail) {
    return make_fault(
        FaultKind::deadlock, Tool::synccheck,
        "Endless loop: threads come round again with the same values in all variables",
        std::move(detail));
}

Fault bad_condition(std::uint64_t handle, bool has_ended) {
    constexpr const char* ended =
        "a handle of a graph that is no more: the graph and what was made "
        "ready of it have been destroyed, and its handles with them";
    return make_fault(
        FaultKind::illegal_instruction, Tool::program,
        "Invalid argument of cudaGraphSetConditional",
        fmt::format("{:#x} is {}", handle,
                    has_ended ? ended : "no handle that cudaGraphConditionalHandleCreate gave"));
}

Fault stack_exhausted(std::uint64_t wanted, std::uint64_t most) {
    return make_fault(FaultKind::stack_overflow, Tool::memcheck, "Stack overflow",
                      fmt::format("alloca has no room for {} bytes: a thread has {} bytes of local "
                                  "memory",
                                  wanted, most));
}

Fault bad_stack_restore(std::uint64_t address) {
    return make_fault(
        FaultKind::illegal_instruction, Tool::program, "Invalid stackrestore",
        fmt::format("Address {:#x} is not one that stacksave gave in this function", address));
}

Fault bad_free(std::uint64_t address, bool twice) {
    Fault fault = make_fault(
        FaultKind::invalid_write, Tool::memcheck, twice ? "Double free" : "Invalid pointer to free",
        fmt::format("Address {:#x} {}", address,
                    twice ? "has been freed before" : "is not what malloc returned in a kernel"));
    fault.space = ptx::Space::global;
    fault.address = address;
    return fault;
}

std::string list_lanes(std::uint32_t lanes) {
    std::string text = std::has_single_bit(lanes) ? "lane " : "lanes ";
    bool first = true;
    for (int lane = 0; lane < warp_size; ++lane) {
        if (((lanes >> lane) & 1) == 0) continue;
        int last = lane;
        while (last + 1 < warp_size && ((lanes >> (last + 1)) & 1) != 0) ++last;
        text += fmt::format("{}{}", first ? "" : ", ", lane);
        if (last > lane) text += fmt::format("{}{}", last == lane + 1 ? ", " : "-", last);
        lane = last;
        first = false;
    }
    return text;
}

ExecutableFunction* find_function(const std::vector<std::unique_ptr<Program>>& programs,
                                  std::uint64_t address) {
    const std::uint64_t place = address - code_base;
    const std::uint64_t program = place >> 32;
    const std::uint64_t index = (place & 0xffffffffu) / 16;
    if (address < code_base || program >= programs.size() || programs[program] == nullptr ||
        address % 16 != 0 || index == 0 || index > programs[program]->functions().size())
        return nullptr;
    return &programs[program]->functions()[index - 1];
}

} // namespace vgpu::exec
