// Addresses of a warp's access: what pattern they have and whether the bytes exist.
#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/memory_access.hpp"
#include "vgpu/isa/address_space.hpp"

#include <algorithm>
#include <bit>

namespace vgpu::exec {

void compute_addresses(const MemoryOp& access, const Frame& frame, std::uint32_t mask,
                       LaneAddresses& addresses) {
    const auto displacement = static_cast<std::uint64_t>(access.displacement);
    if (access.base == AddressBase::word) {
        // 32-bit addresses wrap around at 32 bits.
        const std::uint32_t* base = frame.words(access.base_offset);
        for (int lane = 0; lane < warp_size; ++lane)
            addresses.at[lane] = static_cast<std::uint32_t>(base[lane] + displacement);
    } else {
        const std::uint64_t* base = frame.doublewords(access.base_offset);
        for (int lane = 0; lane < warp_size; ++lane) addresses.at[lane] = base[lane] + displacement;
    }
    addresses.mask = mask;
}

void classify(LaneAddresses& addresses, std::uint64_t step) {
    const std::uint32_t mask = addresses.mask;
    const int leader = first_lane(mask);
    const std::uint64_t first = addresses.at[leader];
    const std::uint64_t origin = first - static_cast<std::uint64_t>(leader) * step;
    std::uint64_t strays = 0;
    if (mask == 0xffffffffu) {
        for (std::uint64_t lane = 0; lane < warp_size; ++lane)
            strays |= addresses.at[lane] ^ (origin + lane * step);
    } else {
        for (std::uint64_t lane = 0; lane < warp_size; ++lane) {
            const bool active = ((mask >> lane) & 1) != 0;
            strays |= active ? addresses.at[lane] ^ (origin + lane * step) : 0;
            addresses.at[lane] = active ? addresses.at[lane] : first;
        }
    }
    if (strays == 0) {
        addresses.contiguous = true;
        addresses.lowest = first;
        addresses.highest = addresses.at[31 - std::countl_zero(mask)];
        addresses.aligned = (first & (step - 1)) == 0;
        return;
    }
    std::uint64_t lowest = first, highest = first, any = 0;
    for (int lane = 0; lane < warp_size; ++lane) {
        lowest = std::min(lowest, addresses.at[lane]);
        highest = std::max(highest, addresses.at[lane]);
        any |= addresses.at[lane];
    }
    addresses.contiguous = false;
    addresses.lowest = lowest;
    addresses.highest = highest;
    addresses.aligned = (any & (step - 1)) == 0; // sizes are powers of two
}

ptx::Space next_part(const LaneAddresses& addresses, std::uint64_t step, std::uint32_t& rest,
                     LaneAddresses& part) {
    const auto space_of = [](std::uint64_t address) {
        if (isa::shared_window.contains(address)) return ptx::Space::shared;
        if (isa::local_window.contains(address)) return ptx::Space::local;
        if (isa::parameter_window.contains(address)) return ptx::Space::param;
        return ptx::Space::global;
    };
    const ptx::Space space = space_of(addresses.at[first_lane(rest)]);
    const isa::Window window = isa::window_of(space);
    part.mask = 0;
    for (int lane = 0; lane < warp_size; ++lane) {
        part.at[lane] = window.from_generic(addresses.at[lane]);
        if (((rest >> lane) & 1) != 0 && space_of(addresses.at[lane]) == space)
            part.mask |= 1u << lane;
    }
    rest &= ~part.mask;
    classify(part, step);
    return space;
}

bool report_bad_access(Interpreter& interpreter, const Op& op, const MemoryOp& access,
                       ptx::Space space, std::uint64_t address, int lane, bool misaligned) {
    std::uint64_t space_bytes = 0;
    if (space == ptx::Space::shared) space_bytes = interpreter.launch().shared_bytes;
    if (space == ptx::Space::local) space_bytes = interpreter.group().frame->local_end();
    if (space == ptx::Space::param) space_bytes = interpreter.launch().parameters.size();
    return interpreter.fail(bad_access(interpreter.context(), {.action = access.operation.action,
                                                               .space = space,
                                                               .address = address,
                                                               .bytes = access.bytes,
                                                               .misaligned = misaligned,
                                                               .space_bytes = space_bytes}),
                            op, lane);
}

namespace {

// Some lane is wrong, or the lanes are spread over several allocations.
bool check_each_lane(Interpreter& interpreter, const Op& op, MemoryOp& access, ptx::Space space,
                     const LaneAddresses& addresses) {
    const auto bytes = static_cast<std::uint64_t>(access.bytes);
    for (std::uint32_t rest = addresses.mask; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        const std::uint64_t address = addresses.at[lane];
        Extent extent{0, interpreter.launch().shared_bytes};
        if (space != ptx::Space::shared) {
            extent = interpreter.machine().memory->extent(address);
            if (extent.end != 0) access.last_hit = extent;
        }
        if (!extent.contains(address, bytes))
            return report_bad_access(interpreter, op, access, space, address, lane, false);
        if ((address & (bytes - 1)) != 0)
            return report_bad_access(interpreter, op, access, space, address, lane, true);
    }
    return true;
}

} // namespace

bool check_linear(Interpreter& interpreter, const Op& op, MemoryOp& access, ptx::Space space,
                  const LaneAddresses& addresses, Linear& linear) {
    const auto bytes = static_cast<std::uint64_t>(access.bytes);
    linear.space = space;
    Extent extent;
    if (space == ptx::Space::shared) {
        linear.distance = reinterpret_cast<std::intptr_t>(interpreter.block().shared);
        extent = {0, interpreter.launch().shared_bytes};
    } else {
        linear.distance = interpreter.machine().memory->distance();
        extent = access.last_hit;
    }
    const bool inside = addresses.lowest >= extent.begin && addresses.highest <= extent.end &&
                        bytes <= extent.end - addresses.highest;
    if (inside && addresses.aligned) [[likely]]
        return true;
    return check_each_lane(interpreter, op, access, space, addresses);
}

void announce(Interpreter& interpreter, const Op& op, const MemoryOp& access, const Frame& frame,
              ptx::Space space, const LaneAddresses& addresses, std::intptr_t to_host) {
    AccessEvent event;
    event.place = interpreter.place(op);
    event.warp = interpreter.warp_place();
    event.mask = addresses.mask;
    event.space = space;
    event.addresses = addresses.at;
    event.bytes = access.bytes;
    event.operation = &access.operation;
    event.to_host = to_host;
    const void* values[8] = {};
    if (access.operation.action == isa::MemoryAction::store) {
        for (std::size_t i = 0; i < access.elements.size() && i < 8; ++i)
            values[i] = frame.slots + access.elements[i].offset;
        event.values = values;
    }
    for (Observer* observer : interpreter.machine().listeners.access) observer->on_access(event);
}

} // namespace vgpu::exec
