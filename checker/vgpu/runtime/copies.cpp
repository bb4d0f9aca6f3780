#include "vgpu/runtime/copies.hpp"

#include "vgpu/exec/names.hpp"
#include "vgpu/exec/sampling.hpp"
#include "vgpu/runtime/virtual_time.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>
#include <set>

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
std::uint64_t extent(const Box& box, const Layout& layout) {
    std::uint64_t rows = 0, slices = 0, bytes = 0;
    if (__builtin_mul_overflow(layout.pitch, box.height - 1, &rows) ||
        __builtin_mul_overflow(layout.slice, box.depth - 1, &slices) ||
        __builtin_add_overflow(rows, slices, &bytes) ||
        __builtin_add_overflow(bytes, box.width, &bytes))
        return UINT64_MAX;
    return bytes;
}

// Large arrays repeat what stands here.
Box first_period(Box box) {
    box.height = std::min(box.height, std::max<std::uint64_t>(exec::period / box.width, 1));
    box.width = std::min(box.width, exec::period);
    return box;
}

// Calls it with the offset of each row.
template <class Body>
void for_each_row(const Box& box, Body&& body) {
    for (std::uint64_t slice = 0; slice < box.depth; ++slice)
        for (std::uint64_t row = 0; row < box.height; ++row) body(row, slice);
}

std::uint64_t offset(const Layout& layout, std::uint64_t row, std::uint64_t slice) {
    return row * layout.pitch + slice * layout.slice;
}

// The kind that would fit the pointers.
const char* name_of_places(const Pointer& source, const Pointer& destination) {
    for (const KindRow& row : kinds)
        if (row.from_device == !source.host_side() && row.to_device == !destination.host_side())
            return row.name;
    return "cudaMemcpyDefault";
}

// "the __constant__ variable factor, whose name ..."; "" for what is no such name.
std::string describe_symbol(const Call& call, const Pointer& pointer) {
    if (pointer.place != Place::host) return "";
    const Variable* variable = call.runtime.modules.variable_named_by(pointer.address);
    if (variable == nullptr) return "";
    return fmt::format("the {} variable {}, whose name is not its address on the device",
                       variable->constant ? "__constant__" : "__device__",
                       exec::readable_name(variable->name));
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

// The range on the device lies in one allocation, the one on the host in mapped memory.
cudaError_t check_range(Call& call, const Pointer& pointer, std::uint64_t bytes, const char* role) {
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

// One side of a copy or set when it runs.
struct Side {
    Pointer pointer;
    std::uint64_t address = 0;
    std::uint64_t bytes = 0; // from first to last
    Layout layout;
    const char* verb = "";
};

// Where its first byte lies; null for memory of the program's own, which is out of reach.
std::byte* bytes_of(Runtime& runtime, const Side& side) {
    exec::Device* device = runtime.device_if_created();
    if (side.pointer.place != Place::host) return device->memory().host_view(side.address);
    const auto* registered = runtime.registered.find(side.address);
    if (registered == nullptr) return nullptr;
    return device->memory().host_view(registered->device_address(side.address));
}

HostBox box_of(const Box& box, const Side& side) {
    return {side.address, box.width, box.height, box.depth, side.layout.pitch, side.layout.slice};
}

// Memory that was live when the copy was asked for can have been freed by another stream since.
bool still_there(Runtime& runtime, exec::Device* device, const std::string& api, const Side& side) {
    if (side.pointer.place == Place::host || device->memory().contains(side.address, side.bytes))
        return true;
    exec::Fault fault;
    fault.kind =
        side.verb[0] == 'w' ? exec::FaultKind::invalid_write : exec::FaultKind::invalid_read;
    fault.tool = exec::Tool::memcheck;
    fault.message =
        fmt::format("Invalid __global__ {} of size {} bytes by {}", side.verb, side.bytes, api);
    fault.detail =
        fmt::format("Address {:#x} is in memory that was freed before {} ran: nothing orders the "
                    "two, or the free comes first",
                    side.address, api);
    fault.space = ptx::Space::global;
    fault.address = side.address;
    fault.size = static_cast<std::uint32_t>(std::min<std::uint64_t>(side.bytes, UINT32_MAX));
    if (side.pointer.allocation)
        fault.allocation = runtime.device().describe(*side.pointer.allocation);
    runtime.trace.report(std::move(fault));
    runtime.fault_happened(cudaErrorIllegalAddress);
    return false;
}

struct Transfer {
    const char* api = "";
    Box box;
    Side source, destination;
    std::vector<std::byte> staged; // the source's bytes, if they were taken when it was asked for
    nlohmann::json event;
    Trace::Ticket ticket = 0;
};

// Takes the bytes of pageable memory, rows without gaps.
bool stage(Transfer& transfer) {
    const Box& box = transfer.box;
    transfer.staged.resize(box.bytes());
    const bool all = host_program().read(
        box_of(box, transfer.source), [&](std::uint64_t row, std::uint64_t slice, std::uint64_t at,
                                          std::span<const std::byte> part) {
            std::memcpy(transfer.staged.data() + (slice * box.height + row) * box.width + at,
                        part.data(), part.size());
        });
    transfer.source.layout = {box.width, box.width * box.height};
    return all;
}

// Moves the bytes between where we reach them and the program's memory. Memory that the program has
// given back since it asked for the copy is passed over, as a GPU's driver would fault on it.
void move(Runtime& runtime, Transfer& transfer) {
    const Side& source = transfer.source;
    const Side& destination = transfer.destination;
    const std::byte* from =
        transfer.staged.empty() ? bytes_of(runtime, source) : transfer.staged.data();
    std::byte* to = bytes_of(runtime, destination);
    const auto take = [&](std::uint64_t row, std::uint64_t slice, std::uint64_t at,
                          std::span<const std::byte> part) {
        std::memcpy(to + offset(destination.layout, row, slice) + at, part.data(), part.size());
    };
    const auto give = [&](std::uint64_t row, std::uint64_t slice, std::uint64_t at,
                          std::span<std::byte> part) {
        std::memcpy(part.data(), from + offset(source.layout, row, slice) + at, part.size());
    };
    if (from != nullptr && to != nullptr) {
        for_each_row(transfer.box, [&](std::uint64_t row, std::uint64_t slice) {
            std::memmove(to + offset(destination.layout, row, slice),
                         from + offset(source.layout, row, slice), transfer.box.width);
        });
    } else if (to != nullptr) {
        host_program().read(box_of(transfer.box, source), take);
    } else if (from != nullptr) {
        host_program().write(box_of(transfer.box, destination), give);
    } else {
        // All of it first: the two may lie over each other.
        if (!stage(transfer)) return;
        from = transfer.staged.data();
        host_program().write(box_of(transfer.box, destination), give);
    }
}

// What the copy reads and writes on the device, slice by slice.
void notify(exec::Device& device, const Transfer& transfer) {
    const Side& source = transfer.source;
    const Side& destination = transfer.destination;
    const Box& box = transfer.box;
    const bool reads = source.pointer.place != Place::host;
    const bool writes = destination.pointer.place != Place::host;
    for (std::uint64_t slice = 0; slice < box.depth; ++slice) {
        exec::HostAccess read{source.address + slice * source.layout.slice,
                              box.width,
                              false,
                              box.height,
                              source.layout.pitch,
                              transfer.api};
        exec::HostAccess write{destination.address + slice * destination.layout.slice,
                               box.width,
                               true,
                               box.height,
                               destination.layout.pitch,
                               transfer.api};
        if (reads && writes) {
            read.other = write.address;
            read.other_pitch = write.pitch;
            write.other = read.address;
            write.other_pitch = read.pitch;
        }
        if (reads) device.notify_host_access(read);
        if (writes) device.notify_host_access(write);
    }
}

std::uint64_t move_bytes(Runtime& runtime, exec::Device* device, Transfer& transfer,
                         const WorkPlace& place) {
    if (runtime.device_lost()) return 0;
    const Side& source = transfer.source;
    const Side& destination = transfer.destination;
    const bool over_the_bus =
        source.pointer.place != Place::device || destination.pointer.place != Place::device;
    const std::uint64_t lasts = nanoseconds_of_copy(transfer.box.bytes(), over_the_bus);
    if (runtime.trace.wants(transfer.ticket)) {
        transfer.event["ran_in"] = runtime.current_api;
        transfer.event["nanoseconds"] = lasts;
        runtime.trace.replace_event(transfer.ticket, transfer.event);
    }
    if (!still_there(runtime, device, transfer.api, source) ||
        !still_there(runtime, device, transfer.api, destination))
        return 0;
    if (device != nullptr) {
        runtime.begin_work(*device, place, transfer.api);
        notify(*device, transfer);
    }
    move(runtime, transfer);
    return lasts;
}

bool wider_than(const Box& box, const Layout& layout) {
    return (box.height > 1 || box.depth > 1) && box.width > layout.pitch;
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
        error = check_range(call, destination, extent(request.box, request.to), "destination");
    if (error == cudaSuccess)
        error = check_range(call, source, extent(request.box, request.from), "source");
    return error;
}

// A copy between two devices that names no stream comes after all that both were given, and all
// that they are given later comes after it (CUDA C++ programming guide, "Peer-to-Peer Memory
// Copy").
std::set<int> devices_to_hold(const CopyRequest& request, const Pointer& source,
                              const Pointer& destination) {
    if (request.asynchronous || source.place != Place::device ||
        destination.place != Place::device ||
        source.allocation->owner == destination.allocation->owner)
        return {};
    return {static_cast<int>(source.allocation->owner),
            static_cast<int>(destination.allocation->owner), Call::current_device()};
}

enum class Waiting { never, staged, until_done };

// CUDA Runtime API, "API synchronization behavior".
Waiting waiting_of(const CopyRequest& request, const Pointer& source, const Pointer& destination) {
    const auto pinned = [](const Pointer& it) { return it.place == Place::both && !it.managed; };
    const auto on_host = [&](const Pointer& it) { return it.place == Place::host || pinned(it); };
    if (on_host(source) && on_host(destination)) return Waiting::until_done;
    if (!request.asynchronous) {
        const bool within = source.place == Place::device && destination.place == Place::device;
        return within ? Waiting::never : Waiting::until_done;
    }
    if (destination.place == Place::host && destination.pageable) return Waiting::until_done;
    if (source.place == Place::host && source.pageable) return Waiting::staged;
    return Waiting::never;
}

} // namespace

Pointer classify(Call& call, const void* pointer) {
    Pointer result;
    result.address = reinterpret_cast<std::uint64_t>(pointer);
    result.pageable = call.runtime.registered.find(result.address) == nullptr;
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
    result.managed = !device_only && owned->second.kind == MemoryKind::managed;
    if (owned == call.runtime.owned.end() &&
        call.runtime.modules.is_managed_variable(result.allocation->address)) {
        result.place = Place::both;
        result.managed = true;
    }
    return result;
}

namespace {

// Copies reach every device's memory; but to the host, what is of another device's pool is copied
// only where the pool gave access (two H200s: silicon/device_pairs.txt).
cudaError_t check_pool(Call& call, const Pointer& memory, cudaStream_t stream) {
    const int device = call.runtime.streams.device_of(stream, Call::current_device());
    if (memory.place != Place::device || !memory.allocation || memory.allocation->users == 0 ||
        (memory.allocation->users >> device & 1) != 0)
        return cudaSuccess;
    return call.fail(cudaErrorInvalidValue,
                     fmt::format("{} was given memory of a pool of device {}, which gave device {} "
                                 "no access (cudaMemPoolSetAccess)",
                                 call.api, memory.allocation->owner, device));
}

} // namespace

cudaError_t copy(Call& call, CopyRequest request) {
    if (const cudaError_t error = check_stream(call, request.stream); error != cudaSuccess)
        return error;
    if (request.box.empty()) return cudaSuccess;

    const KindRow* row = row_of(request.kind);
    const Pointer source = classify(call, request.source);
    const Pointer destination = classify(call, request.destination);
    cudaError_t error = check_copy(call, request, row, source, destination);
    if (error == cudaSuccess && destination.place != Place::device)
        error = check_pool(call, source, request.stream);
    nlohmann::json event;
    if (call.runtime.trace.recording())
        event = {{"type", "copy"},
                 {"api", call.api},
                 {"requested", row == nullptr ? "invalid" : row->name},
                 {"direction", direction_of(source, destination, row == nullptr ? kinds[4] : *row)},
                 {"destination", destination.address},
                 {"source", source.address},
                 {"bytes", request.box.bytes()},
                 {"error", static_cast<int>(error)},
                 {"of_symbol", !describe_symbol(call, source).empty() ||
                                   !describe_symbol(call, destination).empty()},
                 {"place", call.runtime.place_of_call()}};
    const Trace::Ticket ticket = call.runtime.trace.add_event(event);
    if (error != cudaSuccess) return error;

    auto transfer = std::make_shared<Transfer>();
    if (call.runtime.settings.sampling) request.box = first_period(request.box);
    transfer->event = std::move(event);
    transfer->ticket = ticket;
    transfer->api = call.api;
    transfer->box = request.box;
    transfer->source = {source, source.address, extent(request.box, request.from), request.from,
                        "read"};
    transfer->destination = {destination, destination.address, extent(request.box, request.to),
                             request.to, "write"};
    Waiting waiting = waiting_of(request, source, destination);
    if (waiting == Waiting::staged) {
        constexpr std::uint64_t most_staged = 64ull << 20;
        if (request.box.bytes() > most_staged)
            waiting = Waiting::until_done; // a GPU's driver does so too, for less
        else
            stage(*transfer);
    }
    const std::set<int> devices = devices_to_hold(request, source, destination);
    WorkQueues& work = call.runtime.work;
    const QueueId queue = call.runtime.streams.queue_of(request.stream, Call::current_device());
    for (const int device : devices) work.order_after(queue, work.point_of_device(device));
    submit(call, request.stream,
           {.name = call.api,
            .run = [&runtime = call.runtime, device = call.runtime.device_if_created(),
                    transfer](const WorkPlace& place) {
                return move_bytes(runtime, device, *transfer, place);
            }});
    for (const int device : devices) work.order_device_after(device, work.point(queue));
    return waiting == Waiting::until_done ? wait_for_stream(call, request.stream) : cudaSuccess;
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

cudaError_t set(Call& call, SetRequest request) {
    if (const cudaError_t error = check_stream(call, request.stream); error != cudaSuccess)
        return error;
    if (request.box.empty()) return cudaSuccess;
    const Pointer destination = classify(call, request.destination);
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
        error = check_range(call, destination, extent(request.box, request.to), "destination");
    if (error == cudaSuccess) error = check_reach(call, destination, request.stream);
    call.runtime.record({{"type", "set"},
                         {"api", call.api},
                         {"address", destination.address},
                         {"bytes", request.box.bytes()},
                         {"error", static_cast<int>(error)}});
    if (error != cudaSuccess) return error;
    const Side side = {destination, destination.address, extent(request.box, request.to),
                       request.to, "write"};
    if (call.runtime.settings.sampling) request.box = first_period(request.box);
    const auto run = [&runtime = call.runtime, &device = call.device(), side, box = request.box,
                      value = request.value, api = call.api](const WorkPlace& place) {
        if (runtime.device_lost() || !still_there(runtime, &device, api, side))
            return std::uint64_t{0};
        runtime.begin_work(device, place, api);
        std::byte* to = bytes_of(runtime, side);
        for (std::uint64_t slice = 0; slice < box.depth; ++slice)
            device.notify_host_access({side.address + slice * side.layout.slice, box.width, true,
                                       box.height, side.layout.pitch, api});
        for_each_row(box, [&](std::uint64_t row, std::uint64_t slice) {
            std::memset(to + offset(side.layout, row, slice), value, box.width);
        });
        return nanoseconds_of_copy(box.bytes(), false);
    };
    submit(call, request.stream, {.name = call.api, .run = run});
    // Of memory that the host can see, all but the asynchronous functions wait.
    const bool waits = destination.place == Place::both && !request.asynchronous;
    return waits ? wait_for_stream(call, request.stream) : cudaSuccess;
}

} // namespace vgpu::runtime
