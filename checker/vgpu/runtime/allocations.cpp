#include "vgpu/runtime/allocations.hpp"

#include "vgpu/runtime/graph_memory.hpp"
#include "vgpu/runtime/virtual_time.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace vgpu::runtime {

namespace field = workbook::wire::trace_field;
namespace event_type = workbook::wire::trace_event;

namespace {

const char* words_of(MemoryKind kind) {
    switch (kind) {
    case MemoryKind::device:
        return "device";
    case MemoryKind::pinned:
        return "pinned host";
    case MemoryKind::managed:
        return "managed";
    case MemoryKind::registered:
        return "registered host";
    case MemoryKind::array:
        return "an array's";
    }
    return "";
}

// compute-sanitizer's words for memory that cannot be freed.
void report_bad_free(Call& call, std::uint64_t address,
                     const std::optional<exec::Allocation>& there, bool twice, bool host) {
    exec::Fault fault;
    fault.kind = exec::FaultKind::api_misuse;
    fault.tool = exec::Tool::memcheck;
    fault.message = twice ? "Double free" : "Invalid pointer to free";
    fault.detail = fmt::format("{} was called with {:#x}{}", call.api, address,
                               host ? ", which is a host pointer" : "");
    fault.space = ptx::Space::global;
    fault.address = address;
    if (there) fault.allocation = call.device().describe(*there);
    call.runtime.trace.report(std::move(fault));
}

// `pending`: cudaFreeAsync was called for it and has not run yet.
cudaError_t bad_free(Call& call, std::uint64_t address, bool pending) {
    exec::Device* device = call.runtime.device_if_created();
    std::optional<exec::Allocation> there;
    const bool host = device == nullptr || !device->memory().is_device_address(address);
    if (!host) there = device->memory().find(address);
    const bool twice = pending || (there && there->freed && there->address == address);
    report_bad_free(call, address, there, twice, host && !pending);
    std::string why;
    if (twice)
        why = fmt::format("{} was given {:#x}, which has been freed before", call.api, address);
    else if (there && there->address != address)
        why = fmt::format(
            "{} was given {:#x}, which lies {} bytes inside a {}: only the pointer that "
            "the allocation returned can be freed",
            call.api, address, address - there->address, there->origin);
    else if (!host)
        why = fmt::format("{} was given {:#x}, which no allocation returned", call.api, address);
    else
        why = fmt::format("{} was given {:#x}, which is a host pointer", call.api, address);
    return call.fail(cudaErrorInvalidValue, std::move(why));
}

void free_now(Runtime& runtime, std::uint64_t address) {
    if (exec::Device* device = runtime.device_if_created()) device->memory().free(address);
    const auto owned = runtime.owned.find(address);
    if (owned == runtime.owned.end()) return;
    if (owned->second.pool != nullptr) owned->second.pool->give(owned->second.bytes);
    if (owned->second.kind == MemoryKind::managed)
        runtime.managed.forget(address, owned->second.bytes);
    runtime.owned.erase(owned);
}

// Whatever may use the memory: work of the device that it is on, of all devices if it is the
// host's.
cudaError_t wait_for_users(Call& call, std::uint64_t address,
                           std::map<std::uint64_t, OwnedMemory>::const_iterator owned) {
    Runtime& runtime = call.runtime;
    const bool is_shared =
        owned == runtime.owned.end() ||
        (owned->second.kind != MemoryKind::device && owned->second.kind != MemoryKind::array);
    if (is_shared) return runtime.wait_for_all();
    const auto there = call.memory().find(address);
    return there ? runtime.wait_for(runtime.work.point_of_device(static_cast<int>(there->owner)))
                 : runtime.wait_for_all();
}

} // namespace

cudaError_t allocate(Call& call, void** pointer, std::uint64_t bytes, MemoryKind kind,
                     unsigned flags, PoolPointer pool) {
    if (pointer == nullptr)
        return call.fail(
            cudaErrorInvalidValue,
            fmt::format("{} was given a null pointer to store the address in", call.api));
    cudaError_t error = cudaSuccess;
    std::uint64_t address = 0;
    if (bytes != 0) { // CUDA answers 0 bytes with success and a null pointer
        exec::Memory& memory = call.memory();
        const auto device = static_cast<std::uint32_t>(call.current_device());
        const auto take = [&]() -> std::optional<std::uint64_t> {
            if (bytes > memory.total_bytes()) return std::nullopt;
            if (kind == MemoryKind::array) return memory.allocate_image(bytes, call.api, device);
            return kind == MemoryKind::device
                       ? memory.allocate(bytes, call.api, device)
                       : memory.allocate_host_visible(bytes, call.api, device);
        };
        auto place = take();
        if (!place && call.runtime.work.pending() != 0) { // frees may be among it
            call.runtime.work.run_until(call.runtime.work.point_of_all());
            place = take();
        }
        if (place)
            address = *place;
        else
            error = call.fail(
                cudaErrorMemoryAllocation,
                fmt::format("{} was asked for {} bytes; {} of {} are free (WORKBOOK_MEMORY "
                            "sets the device's size)",
                            call.api, bytes, memory.total_bytes() - memory.used_bytes(device),
                            memory.total_bytes()));
    }
    if (error == cudaSuccess) {
        *pointer = reinterpret_cast<void*>(address);
        if (address != 0) {
            if (pool != nullptr) {
                pool->take(bytes);
                call.memory().set_users(address, pool->users(), 0);
            }
            call.runtime.allocation_places.note(address);
            if (kind != MemoryKind::device && kind != MemoryKind::array)
                call.runtime.shares_memory = true;
            call.runtime.owned[address] = {bytes, kind, flags, false, std::move(pool)};
        }
    }
    call.runtime.record({{field::type, event_type::allocate},
                         {field::api, call.api},
                         {field::address, address},
                         {field::bytes, bytes},
                         {field::device, Call::current_device()},
                         {field::error, static_cast<int>(error)}});
    return error;
}

void report_leaks(Runtime& runtime, std::optional<int> device) {
    if (!runtime.settings.wants("leakcheck") || runtime.device_lost()) return;
    const auto report = [&](std::uint64_t address, std::uint64_t bytes) {
        const auto there = runtime.device().memory().find(address);
        if (device && there && there->owner != static_cast<std::uint32_t>(*device)) return;
        exec::Fault fault;
        fault.kind = exec::FaultKind::api_misuse;
        fault.tool = exec::Tool::memcheck;
        fault.message = fmt::format("Leaked {} bytes at {:#x}", bytes, address);
        fault.detail = "Nothing freed it before the program's end or cudaDeviceReset";
        fault.space = ptx::Space::global;
        fault.address = address;
        if (there) fault.allocation = runtime.device().describe(*there);
        runtime.trace.report(std::move(fault));
    };
    for (const auto& [address, memory] : runtime.owned) report(address, memory.bytes);
    runtime.graph_memory.for_each([&](std::uint64_t address, const GraphMemoryRange& range) {
        if (range.allocated) report(address, range.bytes);
    });
}

cudaError_t release(Call& call, void* pointer, const ReleaseRequest& request) {
    if (pointer == nullptr) return request.in_stream ? cudaSuccess : call.runtime.surface();
    const auto address = reinterpret_cast<std::uint64_t>(pointer);
    if (call.runtime.graph_memory.find(address) != nullptr && !request.pinned && !request.array) {
        if (request.in_stream)
            return release_graph_memory(
                call, address,
                call.runtime.streams.queue_of(request.stream, Call::current_device()));
        if (const cudaError_t lost = call.runtime.wait_for_all(); lost != cudaSuccess) return lost;
        if (call.runtime.graph_memory.find(address) != nullptr)
            return release_graph_memory(call, address, std::nullopt);
    }
    auto owned = call.runtime.owned.find(address);
    // For memory from a pool, cudaFree may assume that no work still uses it, so it does not wait
    // (CUDA C++ programming guide, "Stream Ordered Memory Allocator").
    const bool of_pool = owned != call.runtime.owned.end() && owned->second.pool != nullptr;
    if (!request.in_stream && !of_pool)
        if (const cudaError_t lost = wait_for_users(call, address, owned); lost != cudaSuccess)
            return lost;
    owned = call.runtime.owned.find(address);
    cudaError_t error = cudaSuccess;
    std::uint64_t bytes = 0;
    if (owned == call.runtime.owned.end() || owned->second.released ||
        (owned->second.kind == MemoryKind::array) != request.array) {
        error = bad_free(call, address, owned != call.runtime.owned.end());
    } else if (owned->second.kind == MemoryKind::registered) {
        error = call.fail(cudaErrorInvalidValue,
                          fmt::format("{} was given memory that cudaHostRegister made known: "
                                      "cudaHostUnregister undoes that",
                                      call.api));
    } else if ((owned->second.kind == MemoryKind::pinned) != request.pinned) {
        error = call.fail(cudaErrorInvalidValue,
                          fmt::format("{} was given {} memory: {} frees that", call.api,
                                      words_of(owned->second.kind),
                                      request.pinned ? "cudaFree" : "cudaFreeHost"));
    } else {
        bytes = owned->second.bytes;
        if (request.in_stream) {
            owned->second.released = true;
            submit(
                call, request.stream,
                {.name = call.api,
                 .run = [&runtime = call.runtime, address, api = call.api](const WorkPlace& place) {
                     if (exec::Device* device = runtime.device_if_created())
                         runtime.begin_work(*device, place, api, true);
                     free_now(runtime, address);
                     return nanoseconds_of_event;
                 }});
        } else {
            free_now(call.runtime, address);
        }
    }
    call.runtime.record({{field::type, event_type::free},
                         {field::api, call.api},
                         {field::address, address},
                         {field::bytes, bytes},
                         {field::error, static_cast<int>(error)}});
    return error;
}

} // namespace vgpu::runtime
