// Moves the bytes of a copy, or sets them, and reports that to observers and the trace.
#include "vgpu/runtime/transfer.hpp"

#include "vgpu/exec/sampling.hpp"
#include "vgpu/runtime/virtual_time.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstring>

namespace vgpu::runtime {

namespace field = workbook::wire::trace_field;

namespace {

using Place = Pointer::Place;

// Calls it with the offset of each row.
template <class Body>
void for_each_row(const Box& box, Body&& body) {
    for (std::uint64_t slice = 0; slice < box.depth; ++slice)
        for (std::uint64_t row = 0; row < box.height; ++row) body(row, slice);
}

std::uint64_t offset(const Strides& strides, std::uint64_t row, std::uint64_t slice) {
    return row * strides.pitch + slice * strides.slice;
}

// Where its bytes lie; null for memory of the program's own, which is out of reach, or is
// registered by a part only.
std::byte* bytes_of(Runtime& runtime, const Side& side) {
    exec::Device* device = runtime.device_if_created();
    if (side.pointer.place != Place::host) return device->memory().host_view(side.address);
    const auto* registered = runtime.registered.find(side.address);
    if (registered == nullptr || !registered->contains(side.address, side.bytes)) return nullptr;
    return device->memory().host_view(registered->device_address(side.address));
}

HostBox box_of(const Box& box, const Side& side) {
    return {side.address, box.width, box.height, box.depth, side.strides.pitch, side.strides.slice};
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
    const auto there = device->memory().find(side.address);
    fault.detail =
        there && there->suspended
            ? fmt::format("Address {:#x} is in memory of a graph's memory node, which is not "
                          "allocated when {} runs",
                          side.address, api)
        : there && there->mapping != exec::Mapping::none
            ? fmt::format("Address {:#x} has no memory any more when {} runs: cuMemUnmap came "
                          "before it",
                          side.address, api)
            : fmt::format("Address {:#x} is in memory that was freed before {} ran: nothing orders "
                          "the two, or the free comes first",
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

// Moves the bytes between where we reach them and the program's memory. False: not all of that is
// there any more, since the program has given it back after it asked for the copy.
bool move(Runtime& runtime, Transfer& transfer) {
    const Side& source = transfer.source;
    const Side& destination = transfer.destination;
    const std::byte* from =
        transfer.staged.empty() ? bytes_of(runtime, source) : transfer.staged.data();
    const Strides& strides = transfer.staged.empty() ? source.strides : transfer.staged_strides;
    std::byte* to = bytes_of(runtime, destination);
    const auto take = [&](std::uint64_t row, std::uint64_t slice, std::uint64_t at,
                          std::span<const std::byte> part) {
        std::memcpy(to + offset(destination.strides, row, slice) + at, part.data(), part.size());
    };
    const auto give = [&](std::uint64_t row, std::uint64_t slice, std::uint64_t at,
                          std::span<std::byte> part) {
        std::memcpy(part.data(), from + offset(strides, row, slice) + at, part.size());
    };
    if (from != nullptr && to != nullptr) {
        for_each_row(transfer.box, [&](std::uint64_t row, std::uint64_t slice) {
            std::memmove(to + offset(destination.strides, row, slice),
                         from + offset(strides, row, slice), transfer.box.width);
        });
    } else if (to != nullptr) {
        return host_program().read(box_of(transfer.box, source), take);
    } else if (from != nullptr) {
        return host_program().write(box_of(transfer.box, destination), give);
    } else {
        // Stages everything first: source and destination may overlap.
        if (!stage(transfer)) return false;
        from = transfer.staged.data();
        const auto give_staged = [&](std::uint64_t row, std::uint64_t slice, std::uint64_t at,
                                     std::span<std::byte> part) {
            std::memcpy(part.data(), from + offset(transfer.staged_strides, row, slice) + at,
                        part.size());
        };
        return host_program().write(box_of(transfer.box, destination), give_staged);
    }
    return true;
}

// The address at which kernels access memory shared with the host; 0 if it is not shared.
std::uint64_t shared_address(Runtime& runtime, const Side& side) {
    if (side.pointer.place == Place::both) return side.address;
    const auto* registered =
        side.pointer.place == Place::host ? runtime.registered.find(side.address) : nullptr;
    return registered == nullptr ? 0 : registered->device_address(side.address);
}

// How many of the bytes that have come from the host's memory to the device are the program's own.
std::uint64_t own_bytes(Runtime& runtime, const Transfer& transfer) {
    const Side& source = transfer.source;
    if (!runtime.given_values.known() || !source.pointer.host_side() ||
        transfer.destination.pointer.place != Place::device)
        return 0;
    const std::byte* const to = bytes_of(runtime, transfer.destination);
    const std::uint64_t shared = shared_address(runtime, source);
    std::uint64_t own = 0;
    for_each_row(transfer.box, [&](std::uint64_t row, std::uint64_t slice) {
        const std::span bytes(to + offset(transfer.destination.strides, row, slice),
                              transfer.box.width);
        const std::uint64_t at = offset(source.strides, row, slice);
        own += own_bytes_of_row(runtime, bytes, transfer.box.bytes(), source.address + at,
                                shared == 0 ? 0 : shared + at);
    });
    return own;
}

// What comes from the device's own memory is the device's where the host shares it, too.
void note_made(Runtime& runtime, const Transfer& transfer) {
    const std::uint64_t shared = shared_address(runtime, transfer.destination);
    if (shared == 0 || runtime.host_reads() == nullptr ||
        transfer.source.pointer.place != Place::device)
        return;
    const std::byte* const from = bytes_of(runtime, transfer.source);
    for_each_row(transfer.box, [&](std::uint64_t row, std::uint64_t slice) {
        runtime.host_reads()->on_write(
            shared + offset(transfer.destination.strides, row, slice),
            {from + offset(transfer.source.strides, row, slice), transfer.box.width});
    });
}

// A graph's node was made of memory of the program that is gone when the graph is launched.
void report_host_memory(Runtime& runtime, const Transfer& transfer) {
    const bool reads = transfer.source.pointer.place == Place::host &&
                       !host_program().is_mapped(transfer.source.address, transfer.source.bytes);
    const Side& side = reads ? transfer.source : transfer.destination;
    exec::Fault fault;
    fault.kind = reads ? exec::FaultKind::invalid_read : exec::FaultKind::invalid_write;
    fault.tool = exec::Tool::memcheck;
    fault.message =
        fmt::format("Invalid host {} of size {} bytes by {}", side.verb, side.bytes, transfer.api);
    fault.detail = fmt::format("Address {:#x} was memory of the program when the node was made, "
                               "and is none any more when the graph is launched",
                               side.address);
    fault.address = side.address;
    fault.size = static_cast<std::uint32_t>(std::min<std::uint64_t>(side.bytes, UINT32_MAX));
    runtime.trace.report(std::move(fault));
    runtime.fault_happened(cudaErrorIllegalAddress);
}

// What the copy reads and writes on the device, slice by slice.
void notify(exec::Device& device, const Transfer& transfer) {
    const Side& source = transfer.source;
    const Side& destination = transfer.destination;
    const Box& box = transfer.box;
    const bool reads = source.pointer.place != Place::host;
    const bool writes = destination.pointer.place != Place::host;
    for (std::uint64_t slice = 0; slice < box.depth; ++slice) {
        exec::HostAccess read{source.address + slice * source.strides.slice,
                              box.width,
                              false,
                              box.height,
                              source.strides.pitch,
                              transfer.api};
        exec::HostAccess write{destination.address + slice * destination.strides.slice,
                               box.width,
                               true,
                               box.height,
                               destination.strides.pitch,
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

} // namespace

// A copy of less than a run can be one of many that bring the given values in an order of the
// program's choice: all of it counts.
std::uint64_t own_bytes_of_row(Runtime& runtime, std::span<const std::byte> bytes,
                               std::uint64_t copied, std::uint64_t address, std::uint64_t shared) {
    if (!runtime.given_values.known()) return 0;
    if (copied < GivenValues::least_run) return GivenValues::bytes_unless_zero(bytes);
    std::vector<std::uint8_t> counts; // 0 for bytes that kernels have written
    if (shared != 0 && runtime.host_reads() != nullptr)
        counts = runtime.host_reads()->not_written(shared, bytes);
    return runtime.given_values.own_bytes(bytes, address, counts);
}

Box first_period(Box box) {
    box.height = std::min(box.height, std::max<std::uint64_t>(exec::period / box.width, 1));
    box.width = std::min(box.width, exec::period);
    return box;
}

bool stage(Transfer& transfer) {
    const Box& box = transfer.box;
    transfer.staged.resize(box.bytes());
    const bool all = host_program().read(
        box_of(box, transfer.source), [&](std::uint64_t row, std::uint64_t slice, std::uint64_t at,
                                          std::span<const std::byte> part) {
            std::memcpy(transfer.staged.data() + (slice * box.height + row) * box.width + at,
                        part.data(), part.size());
        });
    transfer.staged_strides = {box.width, box.width * box.height};
    return all;
}

Lasting move_bytes(Runtime& runtime, exec::Device* device, Transfer& transfer,
                   const WorkPlace& place) {
    if (runtime.device_lost()) return 0;
    const Side& source = transfer.source;
    const Side& destination = transfer.destination;
    const bool over_the_bus =
        source.pointer.place != Place::device || destination.pointer.place != Place::device;
    const std::uint64_t lasts = nanoseconds_of_copy(transfer.box.bytes(), over_the_bus);
    const bool told = runtime.trace.wants(transfer.ticket);
    if (told) {
        transfer.event[field::ran_in] = runtime.current_api;
        transfer.event[field::nanoseconds] = lasts;
        runtime.trace.replace_event(transfer.ticket, transfer.event);
    }
    if (!still_there(runtime, device, transfer.api, source) ||
        !still_there(runtime, device, transfer.api, destination))
        return 0;
    if (device != nullptr) {
        std::string name = transfer.api;
        if (transfer.returns_early)
            name += ", which may return before all bytes of pageable memory have arrived,";
        runtime.begin_work(*device, place, std::move(name));
        notify(*device, transfer);
    }
    // Any other copy passes over memory that is gone.
    if (!move(runtime, transfer) && transfer.of_graph) report_host_memory(runtime, transfer);
    if (const std::uint64_t own = told ? own_bytes(runtime, transfer) : 0; own != 0) {
        transfer.event[field::own_bytes] = own;
        runtime.trace.replace_event(transfer.ticket, transfer.event);
    }
    note_made(runtime, transfer);
    if (!over_the_bus) return lasts;
    return {lasts, destination.pointer.place == Place::device ? Engine::copies_to_device
                                                              : Engine::copies_to_host};
}

Lasting set_bytes(Runtime& runtime, exec::Device& device, const Side& side, const Box& box,
                  int value, unsigned element, const char* api, const WorkPlace& place) {
    if (runtime.device_lost() || !still_there(runtime, &device, api, side)) return 0;
    runtime.begin_work(device, place, api);
    std::byte* to = bytes_of(runtime, side);
    for (std::uint64_t slice = 0; slice < box.depth; ++slice)
        device.notify_host_access({side.address + slice * side.strides.slice, box.width, true,
                                   box.height, side.strides.pitch, api});
    for_each_row(box, [&](std::uint64_t row, std::uint64_t slice) {
        std::byte* begin = to + offset(side.strides, row, slice);
        if (element == 1) std::memset(begin, value, box.width);
        for (std::uint64_t at = 0; element != 1 && at + element <= box.width; at += element)
            std::memcpy(begin + at, &value, element);
    });
    return nanoseconds_of_copy(box.bytes(), false);
}

} // namespace vgpu::runtime
