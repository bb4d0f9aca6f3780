// The driver's virtual memory management (cuMemAddressReserve, cuMemCreate, cuMemMap, ...), which
// the runtime API has not.
#include "vgpu/exec/physical_memory.hpp"
#include "vgpu/runtime/call_checks.hpp"
#include "vgpu/runtime/program_api.hpp"
#include "vgpu/runtime/runtime.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/core.h>

#include <bit>
#include <nlohmann/json.hpp>
#include <vector>

using namespace vgpu::runtime;

namespace field = workbook::wire::trace_field;
namespace event_type = workbook::wire::trace_event;

namespace {

constexpr std::uint64_t granularity = vgpu::exec::mapping_granularity;

cudaError_t check_size(Call& call, std::uint64_t bytes, const char* what) {
    if (bytes != 0 && bytes % granularity == 0) return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} of {} is {}, which is no multiple of the {} bytes that "
                                 "cuMemGetAllocationGranularity gives",
                                 what, call.api, bytes, granularity));
}

cudaError_t no_handle(Call& call, std::uint64_t handle) {
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} was given the handle {:#x}, which cuMemCreate has not made, "
                                 "or which is released",
                                 call.api, handle));
}

// Memory that has neither a handle nor an address is gone.
void free_unused(Call& call, std::uint64_t handle) {
    auto& parts = call.runtime.virtual_memory.parts;
    const auto found = parts.find(handle);
    if (found->second.handles != 0 || found->second.mappings != 0) return;
    call.memory().free_physical(handle);
    parts.erase(found);
}

// A fault of it is an error of the next call that waits.
void run_what_waits(Call& call) { call.runtime.work.run_until(call.runtime.work.point_of_all()); }

void record(Call& call, std::string_view type, std::uint64_t address, std::uint64_t bytes,
            int device) {
    call.runtime.record({{field::type, type},
                         {field::api, call.api},
                         {field::address, address},
                         {field::bytes, bytes},
                         {field::device, device},
                         {field::error, static_cast<int>(cudaSuccess)}});
}

cudaError_t not_mapped(Call& call, std::uint64_t address, std::uint64_t bytes) {
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} was given {} bytes at {:#x}, which are not whole mappings "
                                 "side by side, as cuMemMap has made them",
                                 call.api, bytes, address));
}

// The mappings that lie in the range, which is one that cuMemUnmap takes.
cudaError_t find_mappings(Call& call, std::uint64_t address, std::uint64_t bytes,
                          std::vector<std::uint64_t>& found) {
    VirtualMemory& all = call.runtime.virtual_memory;
    if (bytes == 0 || all.range_around(address, bytes) == all.ranges.end() ||
        !all.has_whole_mappings(address, bytes))
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("{} was given {} bytes at {:#x}, which are not in a range "
                                     "that cuMemAddressReserve reserved, or have a part of a "
                                     "mapping",
                                     call.api, bytes, address));
    found.clear();
    all.for_each_within(address, bytes,
                        [&](std::uint64_t begin, const auto&) { found.push_back(begin); });
    return cudaSuccess;
}

void unmap(Call& call, std::uint64_t address) {
    VirtualMemory& all = call.runtime.virtual_memory;
    const VirtualMemory::Mapped mapped = all.mappings.at(address);
    all.mappings.erase(address);
    call.memory().unmap(address);
    VirtualMemory::Part& part = all.parts.at(mapped.handle);
    --part.mappings;
    const int device = part.device;
    free_unused(call, mapped.handle);
    record(call, event_type::free, address, mapped.bytes, device);
}

} // namespace

extern "C" {

cudaError_t workbook_reserve_addresses(std::uint64_t* address, std::uint64_t bytes,
                                       std::uint64_t alignment, std::uint64_t wanted,
                                       std::uint64_t flags) {
    return api_call("cuMemAddressReserve", [&](Call& call) {
        if (flags != 0)
            return call.fail(cudaErrorInvalidValue, "the flags must be 0: there are none yet");
        if (const cudaError_t error = check_size(call, bytes, "the size"); error != cudaSuccess)
            return error;
        if (alignment != 0 && !std::has_single_bit(alignment))
            return call.fail(
                cudaErrorInvalidValue,
                fmt::format("the alignment is {}, which is no power of two", alignment));
        const auto place = call.memory().reserve(bytes, alignment,
                                                 wanted % granularity == 0 ? wanted : 0, call.api);
        if (!place)
            return call.fail(
                cudaErrorMemoryAllocation,
                fmt::format("{} was asked for {} bytes of addresses; the virtual GPU has about "
                            "twice as many as memory (WORKBOOK_MEMORY sets the device's size)",
                            call.api, bytes));
        call.runtime.virtual_memory.ranges[*place] = {bytes, host_program().call_stack()};
        call.runtime.allocation_places.note(*place);
        *address = *place;
        return cudaSuccess;
    });
}

cudaError_t workbook_free_addresses(std::uint64_t address, std::uint64_t bytes) {
    return api_call("cuMemAddressFree", [&](Call& call) {
        VirtualMemory& all = call.runtime.virtual_memory;
        const auto found = all.ranges.find(address);
        if (found == all.ranges.end() || found->second.bytes != bytes)
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("{} was given {} bytes at {:#x}, which is no range as "
                                         "cuMemAddressReserve gave it",
                                         call.api, bytes, address));
        if (all.is_anything_mapped(address, bytes))
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("memory is mapped in the {} bytes at {:#x}: cuMemUnmap "
                                         "comes first",
                                         bytes, address));
        call.memory().give_back(address);
        call.runtime.allocation_places.note(address, found->second.reserved_in);
        all.ranges.erase(found);
        return cudaSuccess;
    });
}

cudaError_t workbook_create_memory(std::uint64_t* handle, std::uint64_t bytes, int device) {
    return api_call("cuMemCreate", [&](Call& call) {
        if (const cudaError_t error = check_device(call, device); error != cudaSuccess)
            return error;
        if (const cudaError_t error = check_size(call, bytes, "the size"); error != cudaSuccess)
            return error;
        const auto owner = static_cast<std::uint32_t>(device);
        vgpu::exec::Memory& memory = call.memory();
        const auto made = memory.make_physical(bytes, owner);
        if (!made)
            return call.fail(
                cudaErrorMemoryAllocation,
                fmt::format("{} was asked for {} bytes; {} of {} are free (WORKBOOK_MEMORY sets "
                            "the device's size)",
                            call.api, bytes, memory.total_bytes() - memory.used_bytes(owner),
                            memory.total_bytes()));
        call.runtime.virtual_memory.parts[*made] = {bytes, device};
        *handle = *made;
        return cudaSuccess;
    });
}

cudaError_t workbook_release_memory(std::uint64_t handle) {
    return api_call("cuMemRelease", [&](Call& call) {
        auto& parts = call.runtime.virtual_memory.parts;
        const auto found = parts.find(handle);
        if (found == parts.end() || found->second.handles == 0) return no_handle(call, handle);
        --found->second.handles;
        free_unused(call, handle);
        return cudaSuccess;
    });
}

cudaError_t workbook_map_memory(std::uint64_t address, std::uint64_t bytes, std::uint64_t offset,
                                std::uint64_t handle, std::uint64_t flags) {
    return api_call("cuMemMap", [&](Call& call) {
        VirtualMemory& all = call.runtime.virtual_memory;
        const auto part = all.parts.find(handle);
        if (part == all.parts.end() || part->second.handles == 0) return no_handle(call, handle);
        if (flags != 0) return call.fail(cudaErrorInvalidValue, "the flags must be 0");
        if (bytes == 0)
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("{} was asked to map 0 bytes", call.api));
        if (bytes != part->second.bytes || offset != 0)
            return call.fail(cudaErrorNotSupported,
                             fmt::format("{} was asked for {} bytes from byte {} on of memory "
                                         "that has {}: it maps all of it, on a GPU as well",
                                         call.api, bytes, offset, part->second.bytes));
        if (address % granularity != 0 || all.range_around(address, bytes) == all.ranges.end())
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("{} bytes at {:#x} are not in a range that "
                                         "cuMemAddressReserve reserved, or begin at no multiple of "
                                         "{} bytes",
                                         bytes, address, granularity));
        if (all.is_anything_mapped(address, bytes))
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("something is mapped in the {} bytes at {:#x} already",
                                         bytes, address));
        if (!call.memory().map(address, bytes, handle, call.api))
            return call.fail(cudaErrorUnknown, "the system refuses to map the memory");
        ++part->second.mappings;
        all.mappings[address] = {bytes, handle};
        call.runtime.allocation_places.note(address);
        record(call, event_type::allocate, address, bytes, part->second.device);
        return cudaSuccess;
    });
}

// It is no error if nothing is mapped in the range. Work that was not waited for and uses the range
// causes faults; these are not errors of this call.
cudaError_t workbook_unmap_memory(std::uint64_t address, std::uint64_t bytes) {
    return api_call("cuMemUnmap", [&](Call& call) {
        std::vector<std::uint64_t> mappings;
        cudaError_t error = find_mappings(call, address, bytes, mappings);
        if (error != cudaSuccess || mappings.empty()) return error;
        for (const std::uint64_t each : mappings) call.memory().forbid(each);
        run_what_waits(call);
        if (error = find_mappings(call, address, bytes, mappings); error != cudaSuccess)
            return error;
        for (const std::uint64_t each : mappings) unmap(call, each);
        return cudaSuccess;
    });
}

// What was asked for before has the access of before, as far as it is not taken away: then it may
// fault, as on a GPU, where that is no error of this call.
cudaError_t workbook_set_access(std::uint64_t address, std::uint64_t bytes, std::uint32_t users,
                                std::uint32_t readers, std::uint32_t others) {
    return api_call("cuMemSetAccess", [&](Call& call) {
        VirtualMemory& all = call.runtime.virtual_memory;
        if (bytes == 0 || !all.is_all_mapped(address, bytes))
            return not_mapped(call, address, bytes);
        vgpu::exec::Memory& memory = call.memory();
        const auto wanted = [&](const VirtualMemory::Mapped& mapped) {
            VirtualMemory::Mapped next = mapped;
            next.users = (mapped.users & ~others) | users;
            next.readers = (mapped.readers & ~others) | readers;
            return next;
        };
        all.for_each_within(address, bytes, [&](std::uint64_t begin, const auto& mapped) {
            const VirtualMemory::Mapped next = wanted(mapped);
            memory.set_users(begin, mapped.users & next.users, mapped.readers | next.readers);
        });
        run_what_waits(call);
        if (!all.is_all_mapped(address, bytes)) return not_mapped(call, address, bytes);
        all.for_each_within(address, bytes, [&](std::uint64_t begin, auto& mapped) {
            mapped = wanted(mapped);
            memory.set_users(begin, mapped.users, mapped.readers);
        });
        return cudaSuccess;
    });
}

// Memory that is not mapped has no such access, which is no error.
cudaError_t workbook_get_access(std::uint64_t address, int device, int* may, int* may_write) {
    return api_call("cuMemGetAccess", [&](Call& call) {
        *may = *may_write = 0;
        if (const cudaError_t error = check_device(call, device); error != cudaSuccess)
            return error;
        VirtualMemory& all = call.runtime.virtual_memory;
        const auto found = all.mapping_at(address);
        if (found == all.mappings.end() && call.memory().contains(address, 1)) return cudaSuccess;
        if (found == all.mappings.end())
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("nothing is mapped at {:#x} by cuMemMap", address));
        *may = static_cast<int>(found->second.users >> device & 1);
        *may_write = static_cast<int>((found->second.users & ~found->second.readers) >> device & 1);
        return cudaSuccess;
    });
}

cudaError_t workbook_retain_memory(std::uint64_t address, std::uint64_t* handle) {
    return api_call("cuMemRetainAllocationHandle", [&](Call& call) {
        VirtualMemory& all = call.runtime.virtual_memory;
        const auto found = all.mapping_at(address);
        if (found == all.mappings.end())
            return call.fail(cudaErrorInvalidValue,
                             fmt::format("nothing is mapped at {:#x} by cuMemMap", address));
        *handle = found->second.handle;
        ++all.parts.at(*handle).handles;
        return cudaSuccess;
    });
}

cudaError_t workbook_memory_of_handle(std::uint64_t handle, int* device) {
    return api_call("cuMemGetAllocationPropertiesFromHandle", [&](Call& call) {
        const auto& parts = call.runtime.virtual_memory.parts;
        const auto found = parts.find(handle);
        if (found == parts.end() || found->second.handles == 0) return no_handle(call, handle);
        *device = found->second.device;
        return cudaSuccess;
    });
}

} // extern "C"
