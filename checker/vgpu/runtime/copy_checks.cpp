// Whether a copy or set may be done as it was asked for, and what is wrong if it may not.
#include "vgpu/runtime/copy_checks.hpp"

#include "vgpu/exec/names.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/core.h>

namespace vgpu::runtime {
namespace {

using Place = Pointer::Place;

constexpr KindRow kinds[] = {
    {cudaMemcpyHostToHost, "cudaMemcpyHostToHost", "host to host", false, false},
    {cudaMemcpyHostToDevice, "cudaMemcpyHostToDevice", "host to device", false, true},
    {cudaMemcpyDeviceToHost, "cudaMemcpyDeviceToHost", "device to host", true, false},
    {cudaMemcpyDeviceToDevice, "cudaMemcpyDeviceToDevice", "device to device", true, true},
    {cudaMemcpyDefault, "cudaMemcpyDefault", "", false, false},
};

// The kind that would fit the pointers.
const char* name_of_places(const Pointer& source, const Pointer& destination) {
    for (const KindRow& row : kinds)
        if (row.from_device == !source.host_side() && row.to_device == !destination.host_side())
            return row.name;
    return "cudaMemcpyDefault";
}

cudaError_t check_direction(Call& call, const KindRow& row, const Pointer& source,
                            const Pointer& destination) {
    if (row.kind == cudaMemcpyDefault) return cudaSuccess;
    const bool source_right = row.from_device ? source.device_side() : source.host_side();
    const bool destination_right =
        row.to_device ? destination.device_side() : destination.host_side();
    if (source_right && destination_right) return cudaSuccess;
    // Goes by the addresses (checker/tests/silicon/api_errors.txt); the trace shows both.
    if (row.from_device != row.to_device && source.device_side() && destination.device_side())
        return cudaSuccess;

    for (const auto* pointer : {&destination, &source}) {
        const bool to = pointer == &destination;
        const std::string symbol = describe_symbol(call, *pointer);
        if ((to ? destination_right : source_right) || symbol.empty()) continue;
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("{} was asked to copy {}, but its {} is {}: use "
                                     "cudaMemcpy{}Symbol, or the address that "
                                     "cudaGetSymbolAddress gives",
                                     call.api, row.words, to ? "destination" : "source", symbol,
                                     to ? "To" : "From"));
    }
    const Pointer& wrong = destination_right ? source : destination;
    const char* role = destination_right ? "source" : "destination";
    std::string what = fmt::format("its {} is {}", role, describe(wrong));
    if (!source_right && !destination_right)
        what = fmt::format("its destination is {} and its source is {}", describe(destination),
                           describe(source));
    const bool dangling = source.place == Place::dangling || destination.place == Place::dangling;
    if (!source_right && !destination_right && row.from_device != row.to_device && !dangling)
        what += fmt::format(": were the arguments swapped, or was {} meant?",
                            name_of_places(source, destination));
    else if (wrong.place == Place::host)
        what += fmt::format(": the {} must be memory of the device (cudaMalloc)", role);
    else if (wrong.place == Place::device)
        what += fmt::format(": was {} meant?", name_of_places(source, destination));
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} was asked to copy {}, but {}", call.api, row.words, what));
}

const char* role_of(bool writes) { return writes ? "destination" : "source"; }

// Memory that was mapped is there once some device may touch it.
cudaError_t check_access(Call& call, const Pointer& memory, bool writes) {
    if (!memory.allocation || memory.allocation->mapping != exec::Mapping::mapped)
        return cudaSuccess;
    const char* role = role_of(writes);
    const std::uint32_t users = memory.allocation->users, readers = memory.allocation->readers;
    if (users != 0 && writes && (users & ~readers) == 0)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("the {} of {} is memory that cuMemSetAccess has made to be "
                                     "read only (CU_MEM_ACCESS_FLAGS_PROT_READ)",
                                     role, call.api));
    if (users != 0) return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("the {} of {} is memory that cuMemMap has mapped and to which "
                                 "cuMemSetAccess has given no device access",
                                 role, call.api));
}

// The range on the device lies in one allocation, the one on the host in mapped memory.
cudaError_t check_range(Call& call, const Pointer& pointer, std::uint64_t bytes, bool writes) {
    const char* role = role_of(writes);
    if (pointer.place == Place::host) {
        if (pointer.address != 0 && host_program().is_mapped(pointer.address, bytes))
            return cudaSuccess;
        return call.fail(
            cudaErrorInvalidValue,
            pointer.address == 0
                ? fmt::format("the {} of {} is a null pointer", role, call.api)
                : fmt::format("{} bytes at {:#x}, the {} of {}, are not all memory of the "
                              "program: is the size right?",
                              bytes, pointer.address, role, call.api));
    }
    if (pointer.place == Place::dangling)
        return call.fail(cudaErrorInvalidValue,
                         fmt::format("the {} of {} is {}", role, call.api, describe(pointer)));
    if (const cudaError_t error = check_access(call, pointer, writes); error != cudaSuccess)
        return error;
    const exec::Allocation& allocation = *pointer.allocation;
    const std::uint64_t left = allocation.address + allocation.bytes - pointer.address;
    if (bytes <= left) return cudaSuccess;
    return call.fail(
        cudaErrorInvalidValue,
        fmt::format(
            "{} was asked for {} bytes, but its {} has only {} left in the {} of {} bytes: sizes "
            "are in bytes (elements times sizeof)",
            call.api, bytes, role, left, allocation.origin, allocation.bytes));
}

// Copies reach every device's memory; but to the host, what is of another device's pool is copied
// only where the pool gave access (two H200s: silicon/device_pairs.txt).
cudaError_t check_pool(Call& call, const Pointer& memory, cudaStream_t stream) {
    const int device = call.runtime.streams.device_of(stream, Call::current_device());
    if (memory.place != Place::device || !memory.allocation || memory.allocation->users == 0 ||
        memory.allocation->mapping == exec::Mapping::mapped ||
        (memory.allocation->users >> device & 1) != 0)
        return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} was given memory of a pool of device {}, which gave device {} "
                                 "no access (cudaMemPoolSetAccess)",
                                 call.api, memory.allocation->owner, device));
}

// What sets memory reaches what a kernel would.
cudaError_t check_reach(Call& call, const Pointer& destination, cudaStream_t stream) {
    const int device = call.runtime.streams.device_of(stream, Call::current_device());
    if (destination.place != Place::device || !destination.allocation) return cudaSuccess;
    const std::uint32_t owner = destination.allocation->owner;
    const bool is_reached = destination.allocation->users != 0
                                ? (destination.allocation->users >> device & 1) != 0
                                : (call.runtime.reachable_from(device) >> owner & 1) != 0;
    if (is_reached) return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} was given memory of device {}, which device {} has no access "
                                 "to: call cudaSetDevice({}) before it",
                                 call.api, owner, device, owner));
}

// Memory of a graph's memory node is there for nodes, and for calls once a launch was made that
// allocates it.
bool is_there(Call& call, const std::optional<exec::Allocation>& allocation) {
    if (!allocation) return false;
    const GraphMemoryRange* range = call.runtime.graph_memory.find(allocation->address);
    if (range != nullptr) return range->allocated || call.makes_node;
    return !allocation->freed;
}

} // namespace

const KindRow* row_of(cudaMemcpyKind kind) {
    for (const KindRow& row : kinds)
        if (row.kind == kind) return &row;
    return nullptr;
}

const char* describe(const Pointer& pointer) {
    switch (pointer.place) {
    case Place::host:
        return pointer.address == 0 ? "a null pointer" : "a host pointer";
    case Place::device:
        return "a device pointer";
    case Place::both:
        return "a pointer to pinned or managed memory";
    case Place::dangling:
        if (pointer.allocation && pointer.allocation->suspended)
            return "a pointer to a graph's memory that no launch has allocated";
        if (pointer.allocation && pointer.allocation->mapping != exec::Mapping::none)
            return "an address to which no memory is mapped (cuMemMap)";
        return pointer.allocation ? "a device pointer that was freed"
                                  : "a pointer into device memory that nothing was allocated at";
    }
    return "";
}

const char* direction_of(const Pointer& source, const Pointer& destination,
                         const KindRow* requested) {
    const KindRow& row = requested == nullptr ? kinds[4] : *requested;
    const bool from = source.place == Place::both ? row.from_device : source.place != Place::host;
    const bool to =
        destination.place == Place::both ? row.to_device : destination.place != Place::host;
    return workbook::wire::direction_of_copy(from, to);
}

std::uint64_t extent(const Box& box, const Strides& strides) {
    std::uint64_t rows = 0, slices = 0, bytes = 0;
    if (__builtin_mul_overflow(strides.pitch, box.height - 1, &rows) ||
        __builtin_mul_overflow(strides.slice, box.depth - 1, &slices) ||
        __builtin_add_overflow(rows, slices, &bytes) ||
        __builtin_add_overflow(bytes, box.width, &bytes))
        return UINT64_MAX;
    return bytes;
}

std::string describe_symbol(const Call& call, const Pointer& pointer) {
    if (pointer.place != Place::host) return "";
    const Variable* variable = call.runtime.modules.variable_named_by(pointer.address);
    if (variable == nullptr) return "";
    return fmt::format("the {} variable {}, whose name is not its address on the device",
                       variable->constant ? "__constant__" : "__device__",
                       exec::readable_name(variable->name));
}

bool wider_than(const Box& box, const Strides& strides) {
    return (box.height > 1 || box.depth > 1) && box.width > strides.pitch;
}

Pointer classify(Call& call, const void* pointer, bool is_array) {
    Pointer result;
    result.address = reinterpret_cast<std::uint64_t>(pointer);
    result.pageable = call.runtime.registered.find(result.address) == nullptr;
    // Asking must not create a device: copies between host arrays work without one.
    exec::Device* device = call.runtime.device_if_created();
    if (device == nullptr || !device->memory().is_device_address(result.address)) return result;
    result.allocation = device->memory().find(result.address);
    if (!is_there(call, result.allocation) || result.allocation->is_image != is_array) {
        result.place = Place::dangling;
        return result;
    }
    const auto owned = call.runtime.owned.find(result.allocation->address);
    const bool device_only =
        owned == call.runtime.owned.end() || owned->second.kind == MemoryKind::device || is_array;
    result.place = device_only ? Place::device : Place::both;
    result.managed = !device_only && owned->second.kind == MemoryKind::managed;
    if (owned == call.runtime.owned.end() &&
        call.runtime.modules.is_managed_variable(result.allocation->address)) {
        result.place = Place::both;
        result.managed = true;
    }
    return result;
}

cudaError_t check_copy(Call& call, const CopyRequest& request, const KindRow* row,
                       const Pointer& source, const Pointer& destination) {
    if (row == nullptr)
        return call.fail(
            cudaErrorInvalidMemcpyDirection,
            fmt::format("{} is not a direction of {}", static_cast<int>(request.kind), call.api));
    if (wider_than(request.box, request.from) || wider_than(request.box, request.to))
        return call.fail(cudaErrorInvalidPitchValue,
                         fmt::format("the pitch given to {} is less than the {} bytes of a row",
                                     call.api, request.box.width));
    cudaError_t error = check_direction(call, *row, source, destination);
    if (error == cudaSuccess)
        error = check_range(call, destination, extent(request.box, request.to), true);
    if (error == cudaSuccess)
        error = check_range(call, source, extent(request.box, request.from), false);
    if (error == cudaSuccess && destination.place != Place::device)
        error = check_pool(call, source, request.stream);
    return error;
}

cudaError_t check_set(Call& call, const SetRequest& request, const Pointer& destination) {
    cudaError_t error = cudaSuccess;
    if (wider_than(request.box, request.to))
        error = call.fail(cudaErrorInvalidValue,
                          fmt::format("the pitch given to {} is less than the {} bytes of a row",
                                      call.api, request.box.width));
    else if (const std::string symbol = describe_symbol(call, destination); !symbol.empty())
        error = call.fail(cudaErrorInvalidValue,
                          fmt::format("{} was given {}: use the address that cudaGetSymbolAddress "
                                      "gives",
                                      call.api, symbol));
    else if (destination.place == Place::host)
        error = call.fail(cudaErrorInvalidValue,
                          fmt::format("{} sets device memory, but it was given {}", call.api,
                                      describe(destination)));
    else
        error = check_range(call, destination, extent(request.box, request.to), true);
    return error == cudaSuccess ? check_reach(call, destination, request.stream) : error;
}

} // namespace vgpu::runtime
