// Atomics and reductions: lane after lane, in order, so that results are the same each time.
#include "vgpu/exec/lane_bytes.hpp"
#include "vgpu/exec/memory_access.hpp"
#include "vgpu/exec/shared_moves.hpp"

#include <bit>
#include <cstring>
#include <type_traits>

namespace vgpu::exec {

using isa::Storage;
using ptx::Space;

namespace {

std::uint64_t operand(const Frame& frame, Offset offset, Storage storage, int lane) {
    return storage == Storage::word ? frame.words(offset)[lane] : frame.doublewords(offset)[lane];
}

// One element of one lane: the new value from the old one, and the old one to its register. True if
// the two differ.
template <int width, class Load, class Store>
bool change(const MemoryOp& access, isa::AtomicFunction atomic, Frame& frame, std::size_t element,
            int lane, Load load, Store store) {
    const isa::MemoryOperation& operation = access.operation;
    const std::uint64_t old = load();
    const std::uint64_t a = operand(frame, access.values[element], access.value_storage, lane);
    const std::uint64_t b =
        operation.compare ? operand(frame, access.values[1], access.value_storage, lane) : 0;
    const std::uint64_t now = atomic(old, a, b);
    store(now);
    if (!access.elements.empty()) put_value(frame.slots, access.elements[element], lane, old);
    return std::memcmp(&old, &now, width) != 0;
}

// Registers of the element's own width, one a lane: what nearly all atomics have.
template <class Word>
bool has_own_registers(const MemoryOp& access) {
    const Storage own = sizeof(Word) == 8 ? Storage::doubleword : Storage::word;
    return access.operation.count == 1 && access.value_storage == own &&
           (access.elements.empty() || access.elements[0].storage == own);
}

// Returned: bits that the lanes have changed.
template <class Word>
Word change_words(const MemoryOp& access, isa::AtomicFunction atomic, Frame& frame,
                  const LaneAddresses& addresses, std::uint64_t distance) {
    const auto words = [&](Offset offset) { return reinterpret_cast<Word*>(frame.slots + offset); };
    const Word* const a = words(access.values[0]);
    const Word* const b = access.operation.compare ? words(access.values[1]) : nullptr;
    Word* const to = access.elements.empty() ? nullptr : words(access.elements[0].offset);
    Word changed = 0;
    for (std::uint32_t rest = addresses.mask; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        auto* const host = reinterpret_cast<std::byte*>(addresses.at[lane] + distance);
        Word old;
        std::memcpy(&old, host, sizeof old);
        const auto now = static_cast<Word>(atomic(old, a[lane], b == nullptr ? 0 : b[lane]));
        std::memcpy(host, &now, sizeof now);
        if (to != nullptr) to[lane] = old;
        changed |= old ^ now;
    }
    return changed;
}

template <int width>
bool change_linear(Interpreter& interpreter, MemoryOp& access, Frame& frame, Space space,
                   const LaneAddresses& addresses, std::uint64_t distance) {
    const auto count = static_cast<std::size_t>(access.operation.count);
    const bool in_shared = space == Space::shared && access.operation.atomic_in_shared != nullptr;
    const auto atomic = in_shared ? access.operation.atomic_in_shared : access.operation.atomic;
    bool changed = false;
    if constexpr (width == 4 || width == 8) {
        using Word = std::conditional_t<width == 8, std::uint64_t, std::uint32_t>;
        if (has_own_registers<Word>(access)) {
            changed = change_words<Word>(access, atomic, frame, addresses, distance) != 0;
            if (!changed) interpreter.polled(unchanged_weight);
            return true;
        }
    }
    for (std::uint32_t rest = addresses.mask; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        auto* host = reinterpret_cast<std::byte*>(addresses.at[lane] + distance);
        for (std::size_t element = 0; element < count; ++element, host += width) {
            const auto load = [&] {
                std::uint64_t old = 0;
                std::memcpy(&old, host, width);
                return old;
            };
            const auto store = [&](std::uint64_t now) { std::memcpy(host, &now, width); };
            changed |= change<width>(access, atomic, frame, element, lane, load, store);
        }
    }
    if (!changed) interpreter.polled(unchanged_weight);
    return true;
}

template <int width>
bool update(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame, Space space,
            const LaneAddresses& addresses) {
    Linear linear;
    if (!check_linear(interpreter, op, access, space, addresses, linear)) return false;
    if (interpreter.wants_accesses()) [[unlikely]] {
        announce(interpreter, op, access, frame, space, addresses, linear.distance);
        if (may_be_shared(interpreter.machine(), space, addresses, access.bytes)) {
            SharedLanes lanes(interpreter.machine(), addresses, access.bytes);
            lanes.load();
            change_linear<width>(interpreter, access, frame, space, lanes.places(), 0);
            lanes.store();
            return true;
        }
    }
    const auto distance = static_cast<std::uint64_t>(linear.distance);
    if (is_sampled(interpreter, space)) [[unlikely]]
        return change_linear<width>(interpreter, access, frame, space,
                                    folded(interpreter, addresses), distance);
    return change_linear<width>(interpreter, access, frame, space, addresses, distance);
}

// A local address: no other thread can see it, so this is a load and a store.
template <int width>
bool update_local(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                  const LaneAddresses& addresses) {
    const std::uint64_t end = frame.local_end();
    const auto bytes = static_cast<std::uint64_t>(access.bytes);
    const auto count = static_cast<std::size_t>(access.operation.count);
    for (std::uint32_t rest = addresses.mask; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        const std::uint64_t address = addresses.at[lane];
        const bool outside = address > end || bytes > end - address;
        if (outside || address % bytes != 0)
            return report_bad_access(interpreter, op, access, Space::local, address, lane,
                                     !outside);
        std::byte* base = interpreter.local_memory(end);
        for (std::size_t element = 0; element < count; ++element) {
            const std::uint64_t at = address + element * width;
            const auto load = [&] { return load_lane(base, at, lane, width); };
            const auto store = [&](std::uint64_t now) { store_lane(base, at, lane, width, now); };
            change<width>(access, access.operation.atomic, frame, element, lane, load, store);
        }
    }
    return true;
}

template <int width>
bool handle(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
            std::uint32_t mask) {
    LaneAddresses addresses;
    find_addresses(interpreter, access, frame, mask, addresses);
    const Space space = access.operation.space;
    const auto of_blocks = [&](const LaneAddresses& part) {
        return update<width>(interpreter, op, access, frame, Space::shared, part);
    };
    if (space == Space::shared && names_blocks(addresses))
        return access_blocks(interpreter, op, access, addresses, of_blocks);
    if (space != Space::generic)
        return update<width>(interpreter, op, access, frame, space, addresses);
    for (std::uint32_t rest = addresses.mask; rest != 0;) {
        LaneAddresses part;
        const Space part_space =
            next_part(addresses, static_cast<std::uint64_t>(access.bytes), rest, part);
        const bool done = part_space == Space::local
                              ? update_local<width>(interpreter, op, access, frame, part)
                          : part_space == Space::shared && names_blocks(part)
                              ? access_blocks(interpreter, op, access, part, of_blocks)
                              : update<width>(interpreter, op, access, frame, part_space, part);
        if (!done) return false;
    }
    return true;
}

} // namespace

MemoryHandler choose_atomic_handler(const MemoryOp& access) {
    const isa::MemoryOperation& operation = access.operation;
    const bool has_address =
        access.base != AddressBase::kernel_parameter && access.base != AddressBase::frame_parameter;
    const bool known_space = operation.space == Space::global || operation.space == Space::shared ||
                             operation.space == Space::generic;
    if (!has_address || !known_space) return nullptr;
    if (operation.width == 16) return choose_quad_handler(access);
    const std::size_t operands = operation.compare ? 2 : static_cast<std::size_t>(operation.count);
    if (operation.atomic == nullptr || access.values.size() < operands) return nullptr;
    switch (operation.width) {
    case 2:
        return handle<2>;
    case 4:
        return handle<4>;
    case 8:
        return handle<8>;
    default:
        return nullptr;
    }
}

} // namespace vgpu::exec
