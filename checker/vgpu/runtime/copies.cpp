#include "vgpu/runtime/copies.hpp"

#include "vgpu/runtime/fatbin/image.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <cstring>

namespace vgpu::runtime {
namespace {

using Place = Pointer::Place;

struct KindRow {
    cudaMemcpyKind kind;
    const char* name;
    const char* words;
    bool from_device, to_device;
};
constexpr KindRow kinds[] = {
    {cudaMemcpyHostToHost, "cudaMemcpyHostToHost", "host to host", false, false},
    {cudaMemcpyHostToDevice, "cudaMemcpyHostToDevice", "host to device", false, true},
    {cudaMemcpyDeviceToHost, "cudaMemcpyDeviceToHost", "device to host", true, false},
    {cudaMemcpyDeviceToDevice, "cudaMemcpyDeviceToDevice", "device to device", true, true},
    {cudaMemcpyDefault, "cudaMemcpyDefault", "", false, false},
};

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
        return pointer.allocation ? "a device pointer that was freed"
                                  : "a pointer into device memory that nothing was allocated at";
    }
    return "";
}

// What the pointers say; memory of both worlds follows the request.
const char* direction_of(const Pointer& source, const Pointer& destination, const KindRow& row) {
    const bool from = source.place == Place::both ? row.from_device : source.place != Place::host;
    const bool to =
        destination.place == Place::both ? row.to_device : destination.place != Place::host;
    if (from) return to ? "device_to_device" : "device_to_host";
    return to ? "host_to_device" : "host_to_host";
}

// The bytes from the first row's begin to the last row's end; UINT64_MAX when that overflows.
std::uint64_t extent(std::uint64_t width, std::uint64_t height, std::uint64_t pitch) {
    std::uint64_t bytes = 0;
    if (__builtin_mul_overflow(pitch, height - 1, &bytes) ||
        __builtin_add_overflow(bytes, width, &bytes))
        return UINT64_MAX;
    return bytes;
}

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

// The range on the device lies in one allocation, the one on the host in mapped memory.
cudaError_t check_range(Call& call, const Pointer& pointer, std::uint64_t bytes, const char* role) {
    if (pointer.place == Place::host) {
        if (fatbin::is_mapped(reinterpret_cast<const void*>(pointer.address), bytes))
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

std::byte* bytes_of(Call& call, const Pointer& pointer) {
    return pointer.place == Place::host ? reinterpret_cast<std::byte*>(pointer.address)
                                        : call.memory().host_view(pointer.address);
}

// What the copy reads and writes on the device.
void notify(Call& call, const CopyRequest& request, const Pointer& source,
            const Pointer& destination) {
    const bool on_device[] = {source.place != Place::host, destination.place != Place::host};
    exec::HostAccess read{source.address, request.width,        false,
                          request.height, request.source_pitch, call.api};
    exec::HostAccess write{destination.address,       request.width, true, request.height,
                           request.destination_pitch, call.api};
    if (on_device[0] && on_device[1]) {
        read.other = write.address;
        read.other_pitch = write.pitch;
        write.other = read.address;
        write.other_pitch = read.pitch;
    }
    if (on_device[0]) call.device().notify_host_access(read);
    if (on_device[1]) call.device().notify_host_access(write);
}

void move_rows(Call& call, const CopyRequest& request, const Pointer& source,
               const Pointer& destination) {
    std::byte* to = bytes_of(call, destination);
    const std::byte* from = bytes_of(call, source);
    notify(call, request, source, destination);
    for (std::uint64_t row = 0; row < request.height; ++row)
        std::memmove(to + row * request.destination_pitch, from + row * request.source_pitch,
                     request.width);
}

cudaError_t check_copy(Call& call, const CopyRequest& request, const KindRow* row,
                       const Pointer& source, const Pointer& destination) {
    if (row == nullptr)
        return call.fail(
            cudaErrorInvalidMemcpyDirection,
            fmt::format("{} is not a direction of {}", static_cast<int>(request.kind), call.api));
    if (request.height > 1 &&
        (request.width > request.source_pitch || request.width > request.destination_pitch))
        return call.fail(cudaErrorInvalidPitchValue,
                         fmt::format("a pitch of {} is less than the {} bytes of a row", call.api,
                                     request.width));
    cudaError_t error = check_direction(call, *row, source, destination);
    if (error == cudaSuccess)
        error = check_range(call, destination,
                            extent(request.width, request.height, request.destination_pitch),
                            "destination");
    if (error == cudaSuccess)
        error = check_range(call, source,
                            extent(request.width, request.height, request.source_pitch), "source");
    return error;
}

} // namespace

Pointer classify(Call& call, const void* pointer) {
    Pointer result;
    result.address = reinterpret_cast<std::uint64_t>(pointer);
    // Asking must not create a device: copies between host arrays work without one.
    exec::Device* device = call.runtime.device_if_created();
    if (device == nullptr || !device->memory().is_device_address(result.address)) return result;
    result.allocation = device->memory().find(result.address);
    if (!result.allocation || result.allocation->freed) {
        result.place = Place::dangling;
        return result;
    }
    const auto owned = call.runtime.owned.find(result.allocation->address);
    const bool device_only =
        owned == call.runtime.owned.end() || owned->second.kind == MemoryKind::device;
    result.place = device_only ? Place::device : Place::both;
    return result;
}

cudaError_t copy(Call& call, const CopyRequest& request) {
    if (request.waits)
        if (const cudaError_t lost = call.runtime.wait(); lost != cudaSuccess) return lost;
    if (request.width == 0 || request.height == 0) return cudaSuccess;

    const KindRow* row = row_of(request.kind);
    const Pointer source = classify(call, request.source);
    const Pointer destination = classify(call, request.destination);
    const cudaError_t error = check_copy(call, request, row, source, destination);
    call.runtime.trace.add_event(
        {{"type", "copy"},
         {"api", call.api},
         {"requested", row == nullptr ? "invalid" : row->name},
         {"direction", direction_of(source, destination, row == nullptr ? kinds[4] : *row)},
         {"destination", destination.address},
         {"source", source.address},
         {"bytes", request.width * request.height},
         {"error", static_cast<int>(error)}});
    if (error == cudaSuccess && !call.runtime.device_lost())
        move_rows(call, request, source, destination);
    return error;
}

cudaError_t set(Call& call, const SetRequest& request) {
    if (request.width == 0 || request.height == 0) return cudaSuccess;
    const Pointer destination = classify(call, request.destination);
    cudaError_t error = cudaSuccess;
    if (request.height > 1 && request.width > request.pitch)
        error = call.fail(cudaErrorInvalidPitchValue,
                          fmt::format("the pitch of {} is less than the {} bytes of a row",
                                      call.api, request.width));
    else if (destination.place == Place::host)
        error = call.fail(cudaErrorInvalidValue,
                          fmt::format("{} sets device memory, but it was given {}", call.api,
                                      describe(destination)));
    else
        error = check_range(call, destination, extent(request.width, request.height, request.pitch),
                            "destination");
    call.runtime.trace.add_event({{"type", "set"},
                                  {"api", call.api},
                                  {"address", destination.address},
                                  {"bytes", request.width * request.height},
                                  {"error", static_cast<int>(error)}});
    if (error != cudaSuccess || call.runtime.device_lost()) return error;
    std::byte* to = call.memory().host_view(destination.address);
    call.device().notify_host_access(
        {destination.address, request.width, true, request.height, request.pitch, call.api});
    for (std::uint64_t row = 0; row < request.height; ++row)
        std::memset(to + row * request.pitch, request.value, request.width);
    return cudaSuccess;
}

} // namespace vgpu::runtime
