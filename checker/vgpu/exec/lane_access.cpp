// Memory that each lane has for itself: local memory, parameters of calls, and the kernel's
// parameters, which all lanes share.
#include "vgpu/exec/lane_bytes.hpp"
#include "vgpu/exec/memory_access.hpp"

#include <bit>
#include <cstring>

namespace vgpu::exec {

using isa::MemoryAction;
using isa::Storage;
using ptx::Space;

void put_value(std::byte* slots, const ElementSlot& element, int lane, std::uint64_t value) {
    std::byte* slot = slots + element.offset;
    if (element.storage == Storage::word)
        reinterpret_cast<std::uint32_t*>(slot)[lane] = static_cast<std::uint32_t>(value);
    else
        reinterpret_cast<std::uint64_t*>(slot)[lane] = value;
}

std::uint64_t get_value(const std::byte* slots, const ElementSlot& element, int lane) {
    const std::byte* slot = slots + element.offset;
    return element.storage == Storage::word ? reinterpret_cast<const std::uint32_t*>(slot)[lane]
                                            : reinterpret_cast<const std::uint64_t*>(slot)[lane];
}

namespace {

bool is_signed(const MemoryOp& access) {
    return ptx::class_of(access.operation.type) == ptx::TypeClass::signed_integer;
}

bool is_active(std::uint32_t mask, int lane) { return ((mask >> lane) & 1) != 0; }

// All lanes at one offset: rows of words, like registers. False when the element is of another
// kind.
bool move_row(bool is_load, int width, std::byte* base, std::uint64_t offset,
              const ElementSlot& element, std::byte* slots, std::uint32_t mask) {
    auto* low = reinterpret_cast<std::uint32_t*>(lane_byte(base, offset, 0));
    if (width == 4 && element.storage == Storage::word) {
        auto* words = reinterpret_cast<std::uint32_t*>(slots + element.offset);
        std::uint32_t* to = is_load ? words : low;
        const std::uint32_t* from = is_load ? low : words;
        for (int lane = 0; lane < warp_size; ++lane)
            to[lane] = is_active(mask, lane) ? from[lane] : to[lane];
        return true;
    }
    if (width == 8 && element.storage == Storage::doubleword) {
        auto* words = reinterpret_cast<std::uint64_t*>(slots + element.offset);
        auto* high = low + warp_size;
        if (is_load) {
            for (int lane = 0; lane < warp_size; ++lane) {
                const std::uint64_t value = low[lane] | static_cast<std::uint64_t>(high[lane])
                                                            << 32;
                words[lane] = is_active(mask, lane) ? value : words[lane];
            }
        } else {
            for (int lane = 0; lane < warp_size; ++lane) {
                low[lane] =
                    is_active(mask, lane) ? static_cast<std::uint32_t>(words[lane]) : low[lane];
                high[lane] = is_active(mask, lane) ? static_cast<std::uint32_t>(words[lane] >> 32)
                                                   : high[lane];
            }
        }
        return true;
    }
    return false;
}

void move_element(bool is_load, const MemoryOp& access, std::byte* base, std::uint64_t offset,
                  int lane, const ElementSlot& element, std::byte* slots) {
    const int width = access.operation.width;
    if (width == 16) {
        auto* halves = reinterpret_cast<std::uint64_t*>(slots + element.offset);
        if (is_load) {
            halves[lane] = load_lane(base, offset, lane, 8);
            halves[warp_size + lane] = load_lane(base, offset + 8, lane, 8);
        } else {
            store_lane(base, offset, lane, 8, halves[lane]);
            store_lane(base, offset + 8, lane, 8, halves[warp_size + lane]);
        }
    } else if (is_load) {
        const std::uint64_t raw = load_lane(base, offset, lane, width);
        put_value(slots, element, lane, extend(raw, width, is_signed(access), element.bits));
    } else {
        store_lane(base, offset, lane, width, get_value(slots, element, lane));
    }
}

void move_all(const MemoryOp& access, std::byte* base, const LaneAddresses& addresses,
              std::byte* slots) {
    const bool is_load = access.operation.action == MemoryAction::load;
    std::uint64_t at = 0;
    for (const ElementSlot& element : access.elements) {
        const bool moved = addresses.lowest == addresses.highest &&
                           move_row(is_load, access.operation.width, base, addresses.lowest + at,
                                    element, slots, addresses.mask);
        for (std::uint32_t rest = moved ? 0 : addresses.mask; rest != 0; rest &= rest - 1) {
            const int lane = first_lane(rest);
            move_element(is_load, access, base, addresses.at[lane] + at, lane, element, slots);
        }
        at += static_cast<std::uint64_t>(access.operation.width);
    }
}

bool check_lanes(Interpreter& interpreter, const Op& op, const MemoryOp& access, Space space,
                 const LaneAddresses& addresses, std::uint64_t end) {
    const auto bytes = static_cast<std::uint64_t>(access.bytes);
    if (bytes <= end && addresses.highest <= end - bytes && addresses.aligned) [[likely]]
        return true;
    for (std::uint32_t rest = addresses.mask; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        const std::uint64_t address = addresses.at[lane];
        const bool outside = bytes > end || address > end - bytes;
        if (outside || address % bytes != 0)
            return report_bad_access(interpreter, op, access, space, address, lane, !outside);
    }
    return true;
}

// The kernel's parameter block: one value for all lanes.
void load_shared_value(const MemoryOp& access, const std::byte* at, std::byte* slots,
                       std::uint32_t mask) {
    const int width = access.operation.width;
    for (const ElementSlot& element : access.elements) {
        std::uint64_t raw = 0, high = 0;
        std::memcpy(&raw, at, static_cast<std::size_t>(width < 8 ? width : 8));
        if (width == 16) std::memcpy(&high, at + 8, 8);
        const std::uint64_t value = extend(raw, width, is_signed(access), element.bits);
        if (mask == 0xffffffffu && width != 16) {
            broadcast(slots + element.offset, element.storage, value);
        } else if (element.storage == Storage::word) {
            auto* words = reinterpret_cast<std::uint32_t*>(slots + element.offset);
            for (int lane = 0; lane < warp_size; ++lane)
                words[lane] =
                    is_active(mask, lane) ? static_cast<std::uint32_t>(value) : words[lane];
        } else {
            auto* words = reinterpret_cast<std::uint64_t*>(slots + element.offset);
            for (int lane = 0; lane < warp_size; ++lane)
                words[lane] = is_active(mask, lane) ? value : words[lane];
            for (int lane = 0; width == 16 && lane < warp_size; ++lane)
                if (is_active(mask, lane)) words[warp_size + lane] = high;
        }
        at += width;
    }
}

bool load_kernel_parameter(Interpreter& interpreter, const Op&, MemoryOp& access, Frame& frame,
                           std::uint32_t mask) {
    load_shared_value(access, interpreter.kernel_parameters() + access.displacement, frame.slots,
                      mask);
    return true;
}

bool access_own_parameter(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                          std::uint32_t mask) {
    LaneAddresses addresses;
    addresses.lowest = addresses.highest = static_cast<std::uint64_t>(access.displacement);
    for (std::uint64_t& address : addresses.at) address = addresses.lowest;
    addresses.mask = mask;
    if (access.copied != 0 && interpreter.wants_accesses()) {
        interpreter.note_parameters_announced();
        announce(interpreter, op, access, frame, Space::param, addresses, 0);
    }
    move_all(access, frame.parameters, addresses, frame.slots);
    return true;
}

} // namespace

MemoryHandler choose_parameter_handler(const MemoryOp& access) {
    if (access.displacement % access.bytes != 0) return nullptr;
    if (access.base == AddressBase::frame_parameter) return access_own_parameter;
    return access.operation.action == MemoryAction::load ? load_kernel_parameter : nullptr;
}

bool access_local(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                  const LaneAddresses& addresses) {
    const std::uint64_t end = frame.local_end();
    if (!check_lanes(interpreter, op, access, Space::local, addresses, end)) return false;
    std::byte* base = interpreter.local_memory(end);
    if (interpreter.wants_accesses())
        announce(interpreter, op, access, frame, Space::local, addresses, 0);
    move_all(access, base, addresses, frame.slots);
    return true;
}

// .param addresses in registers: a lane's own parameter area, or the kernel's block.
bool access_parameters(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                       const LaneAddresses& addresses) {
    if (addresses.lowest >= frame_parameter_base) {
        LaneAddresses own = addresses;
        for (std::uint64_t& address : own.at) address -= frame_parameter_base;
        own.lowest -= frame_parameter_base;
        own.highest -= frame_parameter_base;
        if (!check_lanes(interpreter, op, access, Space::param, own,
                         frame.function->parameter_area))
            return false;
        move_all(access, frame.parameters, own, frame.slots);
        return true;
    }
    const bool is_load = access.operation.action == MemoryAction::load;
    const std::uint64_t end = is_load ? interpreter.launch().parameters.size() : 0; // read-only
    if (!check_lanes(interpreter, op, access, Space::param, addresses, end)) return false;
    const std::byte* block = interpreter.kernel_parameters();
    std::uint32_t rest = addresses.mask;
    while (rest != 0) { // lanes of one address together: most often all
        const std::uint64_t address = addresses.at[first_lane(rest)];
        std::uint32_t together = 0;
        for (int lane = 0; lane < warp_size; ++lane)
            together |= static_cast<std::uint32_t>(addresses.at[lane] == address) << lane;
        together &= rest;
        load_shared_value(access, block + address, frame.slots, together);
        rest &= ~together;
    }
    return true;
}

} // namespace vgpu::exec
