// Loads and stores of global, constant, shared and generic addresses.
#include "vgpu/exec/memory_access.hpp"

#include "vgpu/exec/element_moves.hpp"
#include "vgpu/exec/plain_moves.hpp"
#include "vgpu/exec/shared_moves.hpp"

#include <bit>

namespace vgpu::exec {

using isa::MemoryAction;
using ptx::Space;

namespace {

constexpr std::int64_t poll_weight = 1 << 8; // of a load that may wait for another thread

// Loops mostly step on by the same distance as before. The processor's own prefetching does not
// reach so far: a step is as long as what all threads of the grid access together.
void prefetch_next(MemoryOp& access, const std::byte* host) {
    const auto here = reinterpret_cast<std::uint64_t>(host);
    constexpr std::uint64_t steps = 4; // a load from memory takes as long as some executions
    const auto* next =
        reinterpret_cast<const std::byte*>(here + steps * (here - access.shortcut.last_host));
    access.shortcut.last_host = here;
    __builtin_prefetch(next);
    __builtin_prefetch(next + 64);
}

// A strong load may be one of many that wait.
template <bool is_load>
void note_poll(Interpreter& interpreter, const MemoryOp& access) {
    if (is_load && access.operation.ordering != isa::Ordering::weak)
        interpreter.polled(poll_weight);
}

template <int width, bool is_load>
bool move_linear(Interpreter& interpreter, MemoryOp& access, Frame& frame,
                 const LaneAddresses& addresses, std::uint64_t distance) {
    note_poll<is_load>(interpreter, access);
    if constexpr (width == 4 || width == 8) {
        using Word = std::conditional_t<width == 8, std::uint64_t, std::uint32_t>;
        if (access.plain && access.elements.size() == 1 && addresses.pattern != 0 &&
            addresses.mask == 0xffffffffu) {
            auto* host = reinterpret_cast<std::byte*>(addresses.at[0] + distance);
            return move_by_pattern<Plain<Word, 1, is_load>>(access, host, frame.slots);
        }
    }
    const bool contiguous = addresses.contiguous && access.operation.count == 1;
    for (const ElementSlot& element : access.elements) {
        if constexpr (is_load)
            load_element<width>(addresses, distance, access, element, frame.slots, contiguous);
        else
            store_element<width>(addresses, distance, element, frame.slots, contiguous);
        distance += width;
    }
    return true;
}

// Memory that the host shares: a copy keeps the host's changes meanwhile from being seen in part.
template <int width, bool is_load>
[[gnu::noinline]] bool move_shared(Interpreter& interpreter, MemoryOp& access, Frame& frame,
                                   const LaneAddresses& addresses) {
    SharedLanes lanes(interpreter.machine(), addresses, access.bytes);
    if (is_load) lanes.load();
    move_linear<width, is_load>(interpreter, access, frame, lanes.places(), 0);
    if (!is_load) lanes.store();
    return true;
}

template <int width, bool is_load>
bool access_linear(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                   Space space, const LaneAddresses& addresses) {
    Linear linear;
    if (!check_linear(interpreter, op, access, space, addresses, linear)) return false;
    const auto distance = static_cast<std::uint64_t>(linear.distance);
    if (interpreter.wants_accesses()) {
        announce(interpreter, op, access, frame, space, addresses, linear.distance);
        if (may_be_shared(interpreter.machine(), space, addresses, access.bytes)) [[unlikely]]
            return move_shared<width, is_load>(interpreter, access, frame, addresses);
        if (space != Space::shared)
            prefetch_next(access, interpreter.host_view(addresses.at[first_lane(addresses.mask)]));
    }
    if (is_sampled(interpreter, space)) [[unlikely]]
        return move_linear<width, is_load>(interpreter, access, frame,
                                           folded(interpreter, addresses), distance);
    return move_linear<width, is_load>(interpreter, access, frame, addresses, distance);
}

template <int width, bool is_load>
[[gnu::noinline]] bool access_shared_of_blocks(Interpreter& interpreter, const Op& op,
                                               MemoryOp& access, Frame& frame,
                                               const LaneAddresses& addresses) {
    return access_blocks(interpreter, op, access, addresses, [&](const LaneAddresses& part) {
        return access_linear<width, is_load>(interpreter, op, access, frame, Space::shared, part);
    });
}

template <int width, bool is_load>
bool access_generic(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                    const LaneAddresses& addresses) {
    if (access.shortcut.last_hit.contains(addresses.lowest, 1) &&
        access.shortcut.last_hit.contains(addresses.highest, 1))
        return access_linear<width, is_load>(interpreter, op, access, frame, Space::global,
                                             addresses);
    const auto step = static_cast<std::uint64_t>(access.bytes);
    for (std::uint32_t rest = addresses.mask; rest != 0;) {
        LaneAddresses part;
        const Space space = next_part(addresses, step, rest, part);
        bool done = false;
        if (space == Space::local)
            done = access_local(interpreter, op, access, frame, part);
        else if (space == Space::param)
            done = access_parameters(interpreter, op, access, frame, part);
        else if (space == Space::shared && names_blocks(part))
            done = access_shared_of_blocks<width, is_load>(interpreter, op, access, frame, part);
        else
            done = access_linear<width, is_load>(interpreter, op, access, frame, space, part);
        if (!done) return false;
    }
    return true;
}

// What an address is made of: known to the handlers that are chosen for it.
struct AddressForm {
    AddressBase base = AddressBase::doubleword;
    bool index_is_signed = false;
};
AddressForm form_of(const MemoryOp& access) { return {access.base, access.index_is_signed}; }

// The first lane's index, as the instruction widens it.
std::int64_t first_index(const MemoryOp& access, const Frame& frame, AddressForm form) {
    const std::uint32_t index = frame.words(access.index_offset)[0];
    return form.index_is_signed ? static_cast<std::int32_t>(index) : std::int64_t{index};
}

std::uint64_t first_address(const MemoryOp& access, const Frame& frame, AddressForm form) {
    const auto displacement = static_cast<std::uint64_t>(access.displacement);
    if (form.base == AddressBase::word)
        return frame.words(access.base_offset)[0] + static_cast<std::uint32_t>(displacement);
    const std::uint64_t base = frame.doublewords(access.base_offset)[0] + displacement;
    if (form.base != AddressBase::element) return base;
    const std::int64_t index = first_index(access, frame, form);
    return base + (static_cast<std::uint64_t>(index) << access.index_shift);
}

// Whether the lanes' values differ from the first one's by these.
template <class Base>
bool lie_at(const Base* values, const std::int32_t* distances) {
    Base strays = 0;
    for (int lane = 0; lane < warp_size; ++lane)
        strays |= (values[lane] - values[0]) ^ static_cast<Base>(distances[lane]);
    return strays == 0;
}

// Whether no lane's index leaves 32 bits. Only then do differences that agree in 32 bits mean that
// the indices agree.
bool has_room(const MemoryOp& access, const Frame& frame, AddressForm form) {
    if (form.base != AddressBase::element) return true;
    const AddressPattern& pattern = *access.pattern;
    const std::int64_t room = first_index(access, frame, form) - pattern.least_index;
    return static_cast<std::uint64_t>(room) <= pattern.index_room;
}

bool match_lanes(const MemoryOp& access, const Frame& frame) {
    const AddressPattern& pattern = *access.pattern;
    if (access.base == AddressBase::element)
        return lie_at(frame.words(access.index_offset), pattern.steps);
    return access.base == AddressBase::word
               ? lie_at(frame.words(access.base_offset), pattern.offsets)
               : lie_at(frame.doublewords(access.base_offset), pattern.offsets);
}

// Whether the pattern still holds without a comparison of lanes: another access has matched the
// register, or all lanes have advanced by the same number since this one did.
bool pattern_is_known(const Interpreter& interpreter, const MemoryOp& access, const Frame& frame,
                      AddressForm form) {
    const PatternMatch& match = frame.match(access.shortcut.match);
    const std::uint64_t now = access.shortcut.is_fixed ? frame.passage : interpreter.passage();
    return match.passage == now && match.pattern == access.shortcut.implied_by &&
           (!access.shortcut.is_steady || has_room(access, frame, form));
}
// ... or by looking at each. Not inlined: its vectors want room on the stack.
[[gnu::noinline]] bool match_pattern(const Interpreter& interpreter, MemoryOp& access,
                                     const Frame& frame) {
    PatternMatch& match = frame.match(access.shortcut.match);
    const bool leads = access.shortcut.leader == &access && !access.shortcut.is_fixed;
    if (leads) match = {};
    const AddressPattern& pattern = *access.pattern;
    if (!pattern.is_simple || !match_lanes(access, frame) ||
        !has_room(access, frame, form_of(access)))
        return false;
    const std::uint64_t now = access.shortcut.is_fixed ? frame.passage : interpreter.passage();
    if (leads || (access.shortcut.is_fixed && match.passage != now)) match = {now, pattern.serial};
    if (match.passage == now && (!leads || access.shortcut.is_steady))
        access.shortcut.implied_by = match.pattern;
    return true;
}

// Whether all lanes are in memory that this instruction has accessed before, if the first one is at
// that address.
template <class Move, Space space>
bool fits(Interpreter& interpreter, const AddressPattern& pattern, std::uint64_t first) {
    if (first % Move::bytes != 0) return false;
    if (space != Space::shared) return pattern.fits.contains(first);
    const Extent extent{0, interpreter.launch().shared_bytes};
    return extent.contains(first - pattern.below, pattern.span(Move::bytes));
}

template <class Move, Space space>
bool move_plainly(Interpreter& interpreter, MemoryOp& access, Frame& frame, std::uint64_t first) {
    std::byte* const host =
        space == Space::shared ? interpreter.block().shared + first : interpreter.host_view(first);
    if (space != Space::shared) prefetch_next(access, host);
    access.pattern->credit.note_match();
    return move_by_pattern<Move>(access, host, frame.slots);
}

// Not inlined: it needs room on the stack.
template <int width, bool is_load, Space space>
[[gnu::noinline]] bool handle_closely(Interpreter& interpreter, const Op& op, MemoryOp& access,
                                      Frame& frame, std::uint32_t mask) {
    LaneAddresses addresses;
    find_addresses(interpreter, access, frame, mask, addresses);
    bool done = false;
    if constexpr (space == Space::generic)
        done = access_generic<width, is_load>(interpreter, op, access, frame, addresses);
    else if constexpr (space == Space::local)
        done = access_local(interpreter, op, access, frame, addresses);
    else if constexpr (space == Space::param)
        done = access_parameters(interpreter, op, access, frame, addresses);
    else if (space == Space::shared && names_blocks(addresses))
        done = access_shared_of_blocks<width, is_load>(interpreter, op, access, frame, addresses);
    else
        done = access_linear<width, is_load>(interpreter, op, access, frame, space, addresses);
    return done && !interpreter.take_load_followed();
}

// Fast path: the whole warp moves one register, most likely with the pattern of last time. It uses
// the base registers only and sends observers the short event.
template <class Move, Space space, bool is_watched>
[[gnu::noinline, gnu::flatten]] bool handle_plainly(Interpreter& interpreter, const Op& op,
                                                    MemoryOp& access, Frame& frame,
                                                    std::uint32_t mask) {
    AddressPattern& pattern = *access.pattern;
    if (is_watched && !pattern.short_events.is_worth_sending()) {
        if (access.shortcut.leader == &access && !access.shortcut.is_fixed)
            frame.match(access.shortcut.match) = {};
    } else if (pattern_is_known(interpreter, access, frame, form_of(access)) ||
               match_pattern(interpreter, access, frame)) {
        const std::uint64_t first = first_address(access, frame, form_of(access));
        if constexpr (is_watched && Move::is_load) {
            if (interpreter.is_exempt(pattern, first, space)) [[likely]] {
                ++*pattern.exemption.times;
                return move_plainly<Move, space>(interpreter, access, frame, first);
            }
        }
        if (space != Space::shared && !pattern.fits.contains(first))
            pattern.fits.fit_into(access.shortcut.last_hit, pattern.below,
                                  pattern.span(Move::bytes));
        bool is_simple = fits<Move, space>(interpreter, pattern, first);
        if (is_watched && is_simple) {
            is_simple = interpreter.tell_repeated(pattern.again, first);
            pattern.short_events.note_answer(is_simple);
            if (Move::is_load && is_simple && access.operation.ordering == isa::Ordering::weak &&
                pattern.exemption_requests.is_time_to_ask())
                interpreter.ask_exemption(pattern, first, space, Move::bytes);
        }
        if (is_simple) {
            note_poll<Move::is_load>(interpreter, access);
            return move_plainly<Move, space>(interpreter, access, frame, first);
        }
    }
    return handle_closely<sizeof(typename Move::Word), Move::is_load, space>(interpreter, op,
                                                                             access, frame, mask);
}

// The most frequent case is done here: a plain access that follows another, without observers.
// Everything else is called last, so that no registers have to be saved. flatten: what is left is
// small, and called from everywhere.
template <class Move, Space space, AddressForm form>
[[gnu::flatten]] bool handle(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                             std::uint32_t mask) {
    const bool is_watched = interpreter.wants_accesses();
    if (pattern_is_known(interpreter, access, frame, form)) [[likely]] {
        AddressPattern& pattern = *access.pattern;
        const std::uint64_t first = first_address(access, frame, form);
        if (!is_watched) {
            if (fits<Move, space>(interpreter, pattern, first)) [[likely]] {
                note_poll<Move::is_load>(interpreter, access);
                return move_plainly<Move, space>(interpreter, access, frame, first);
            }
        } else if (Move::is_load && interpreter.is_exempt(pattern, first, space)) {
            ++*pattern.exemption.times;
            return move_plainly<Move, space>(interpreter, access, frame, first);
        }
    }
    if (!access.plain || mask != 0xffffffffu)
        return handle_closely<sizeof(typename Move::Word), Move::is_load, space>(
            interpreter, op, access, frame, mask);
    return is_watched ? handle_plainly<Move, space, true>(interpreter, op, access, frame, mask)
                      : handle_plainly<Move, space, false>(interpreter, op, access, frame, mask);
}

template <class Move, Space space>
MemoryHandler choose_form(const MemoryOp& access) {
    if (access.base == AddressBase::word)
        return handle<Move, space, AddressForm{AddressBase::word}>;
    if (access.base == AddressBase::doubleword)
        return handle<Move, space, AddressForm{AddressBase::doubleword}>;
    if (access.index_is_signed) return handle<Move, space, AddressForm{AddressBase::element, true}>;
    return handle<Move, space, AddressForm{AddressBase::element, false}>;
}

template <int width, bool is_load, Space space>
MemoryHandler choose_count(const MemoryOp& access) {
    if constexpr ((width == 4 || width == 8) && space != Space::local && space != Space::param) {
        using Word = std::conditional_t<width == 8, std::uint64_t, std::uint32_t>;
        if (access.operation.count == 1) return choose_form<Plain<Word, 1, is_load>, space>(access);
        if (access.plain && access.operation.count == 2)
            return choose_form<Plain<Word, 2, is_load>, space>(access);
        if constexpr (width == 4)
            if (access.plain && access.operation.count == 4)
                return choose_form<Plain<Word, 4, is_load>, space>(access);
    }
    return handle_closely<width, is_load, space>;
}

template <int width, bool is_load>
MemoryHandler choose_space(const MemoryOp& access) {
    switch (access.operation.space) {
    case Space::global:
        return choose_count<width, is_load, Space::global>(access);
    case Space::shared:
        return choose_count<width, is_load, Space::shared>(access);
    case Space::constant:
        return choose_count<width, is_load, Space::constant>(access);
    case Space::local:
        return choose_count<width, is_load, Space::local>(access);
    case Space::param:
        return choose_count<width, is_load, Space::param>(access);
    case Space::generic:
        return choose_count<width, is_load, Space::generic>(access);
    default:
        return nullptr;
    }
}

template <int width>
MemoryHandler choose_direction(const MemoryOp& access) {
    return access.operation.action == MemoryAction::load ? choose_space<width, true>(access)
                                                         : choose_space<width, false>(access);
}

bool touch_nothing(Interpreter&, const Op&, MemoryOp&, Frame&, std::uint32_t) { return true; }

} // namespace

MemoryHandler choose_handler(const MemoryOp& access) {
    switch (access.operation.action) {
    case MemoryAction::prefetch:
        return touch_nothing;
    case MemoryAction::mbarrier:
        return choose_mbarrier_handler();
    case MemoryAction::atomic:
    case MemoryAction::reduction:
        return choose_atomic_handler(access);
    default:
        break;
    }
    if (!std::has_single_bit(static_cast<unsigned>(access.bytes))) return nullptr;
    if (access.base == AddressBase::kernel_parameter || access.base == AddressBase::frame_parameter)
        return choose_parameter_handler(access);
    switch (access.operation.width) {
    case 1:
        return choose_direction<1>(access);
    case 2:
        return choose_direction<2>(access);
    case 4:
        return choose_direction<4>(access);
    case 8:
        return choose_direction<8>(access);
    case 16:
        return choose_direction<16>(access);
    default:
        return nullptr;
    }
}

} // namespace vgpu::exec
