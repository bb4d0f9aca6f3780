// atom.exch.b128 and atom.cas.b128 (PTX ISA 9.7.13.5): a value of 128 bits is exchanged, or
// exchanged if it equals another. Its halves lie in a register as isa::Instruction says: low ones
// first.
#include "vgpu/exec/lane_bytes.hpp"
#include "vgpu/exec/shared_moves.hpp"

#include <cstring>

namespace vgpu::exec {
namespace {

using ptx::Space;

struct Quad {
    std::uint64_t low = 0, high = 0;
    bool operator==(const Quad&) const = default;
};

Quad get(const Frame& frame, Offset offset, int lane) {
    const auto* halves = frame.doublewords(offset);
    return {halves[lane], halves[warp_size + lane]};
}

// What memory holds afterwards; the register gets what it held.
Quad swap(const MemoryOp& access, Frame& frame, int lane, Quad old) {
    const Quad first = get(frame, access.values[0], lane);
    const bool swaps = !access.operation.compare || old == first;
    const Quad next = access.operation.compare ? get(frame, access.values[1], lane) : first;
    auto* halves = reinterpret_cast<std::uint64_t*>(frame.slots + access.elements[0].offset);
    halves[lane] = old.low;
    halves[warp_size + lane] = old.high;
    return swaps ? next : old;
}

bool swap_linear(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                 Space space, const LaneAddresses& addresses) {
    Linear linear;
    if (!check_linear(interpreter, op, access, space, addresses, linear)) return false;
    if (interpreter.wants_accesses()) [[unlikely]]
        announce(interpreter, op, access, frame, space, addresses, linear.distance);
    const LaneAddresses& places =
        is_sampled(interpreter, space) ? folded(interpreter, addresses) : addresses;
    bool changed = false;
    for (std::uint32_t rest = addresses.mask; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        auto* host = reinterpret_cast<std::byte*>(places.at[lane] +
                                                  static_cast<std::uint64_t>(linear.distance));
        Quad old;
        load_bytes(interpreter.machine(), host, &old, sizeof old);
        const Quad now = swap(access, frame, lane, old);
        store_bytes(interpreter.machine(), host, &now, sizeof now);
        changed |= !(now == old);
    }
    if (!changed) interpreter.polled(unchanged_weight);
    return true;
}

bool swap_local(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                const LaneAddresses& addresses) {
    const std::uint64_t end = frame.local_end();
    for (std::uint32_t rest = addresses.mask; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        const std::uint64_t address = addresses.at[lane];
        const bool outside = address > end || sizeof(Quad) > end - address;
        if (outside || address % sizeof(Quad) != 0)
            return report_bad_access(interpreter, op, access, Space::local, address, lane,
                                     !outside);
        std::byte* base = interpreter.local_memory(end);
        const Quad now =
            swap(access, frame, lane,
                 {load_lane(base, address, lane, 8), load_lane(base, address + 8, lane, 8)});
        store_lane(base, address, lane, 8, now.low);
        store_lane(base, address + 8, lane, 8, now.high);
    }
    return true;
}

bool handle_quad(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                 std::uint32_t mask) {
    LaneAddresses addresses;
    find_addresses(interpreter, access, frame, mask, addresses);
    const Space space = access.operation.space;
    const auto of_blocks = [&](const LaneAddresses& part) {
        return swap_linear(interpreter, op, access, frame, Space::shared, part);
    };
    if (space == Space::shared && names_blocks(addresses))
        return access_blocks(interpreter, op, access, addresses, of_blocks);
    if (space != Space::generic)
        return swap_linear(interpreter, op, access, frame, space, addresses);
    for (std::uint32_t rest = addresses.mask; rest != 0;) {
        LaneAddresses part;
        const Space part_space = next_part(addresses, sizeof(Quad), rest, part);
        const bool done = part_space == Space::local
                              ? swap_local(interpreter, op, access, frame, part)
                          : part_space == Space::shared && names_blocks(part)
                              ? access_blocks(interpreter, op, access, part, of_blocks)
                              : swap_linear(interpreter, op, access, frame, part_space, part);
        if (!done) return false;
    }
    return true;
}

} // namespace

MemoryHandler choose_quad_handler(const MemoryOp& access) {
    const std::size_t operands = access.operation.compare ? 2 : 1;
    const bool fits = access.operation.action == isa::MemoryAction::atomic &&
                      access.operation.count == 1 && access.values.size() == operands &&
                      access.elements.size() == 1 &&
                      access.elements[0].storage == isa::Storage::quadword &&
                      access.value_storage == isa::Storage::quadword;
    return fits ? handle_quad : nullptr;
}

} // namespace vgpu::exec
