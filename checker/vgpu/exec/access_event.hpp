// Makes the event that reports an access to observers, for the instructions that are not plain
// loads or stores (copies, mbarriers, textures, the device's own functions).
#pragma once

#include "vgpu/exec/events.hpp"
#include "vgpu/exec/layout.hpp"

namespace vgpu::exec {

// `addresses` must live as long as the event. Each lane accesses `bytes` bytes.
inline AccessEvent access_event(const CodePlace& place, const WarpPlace& warp, std::uint32_t mask,
                                ptx::Space space, const std::uint64_t* addresses, int bytes,
                                const isa::MemoryOperation& operation) {
    AccessEvent event;
    event.place = place;
    event.warp = warp;
    event.mask = mask;
    event.space = space;
    event.addresses = addresses;
    event.bytes = bytes;
    event.operation = &operation;
    event.layout = layout_of(addresses, mask, static_cast<std::uint64_t>(bytes));
    return event;
}

// A weak load or store of `count` values, for an access that stands for one.
inline isa::MemoryOperation plain_operation(isa::MemoryAction action, ptx::Space space,
                                            ptx::Type type, int width, int count = 1) {
    isa::MemoryOperation operation;
    operation.action = action;
    operation.space = space;
    operation.type = type;
    operation.width = width;
    operation.count = count;
    return operation;
}

} // namespace vgpu::exec
