// Addresses of a warp's access: what pattern they have and whether the bytes exist.
#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/memory_access.hpp"
#include "vgpu/isa/address_space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

namespace vgpu::exec {

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

namespace {

// Computes the addresses; a lane that does not take part gets the first active lane's address.
// Returns the bits in which their distances from the first differ from the pattern's.
template <class AddressOf>
std::uint64_t compute_addresses(const AddressOf& address_of, const AddressPattern& pattern,
                                LaneAddresses& addresses) {
    const std::uint32_t mask = addresses.mask;
    const std::uint64_t first = address_of(first_lane(mask));
    std::uint64_t strays = 0;
    if (mask == 0xffffffffu) {
        for (int lane = 0; lane < warp_size; ++lane) {
            addresses.at[lane] = address_of(lane);
            strays |= (addresses.at[lane] - first) ^
                      static_cast<std::uint64_t>(std::int64_t{pattern.offsets[lane]});
        }
        return strays;
    }
    for (int lane = 0; lane < warp_size; ++lane) {
        const std::uint64_t own = address_of(lane);
        addresses.at[lane] = ((mask >> lane) & 1) != 0 ? own : first;
        strays |= (addresses.at[lane] - first) ^
                  static_cast<std::uint64_t>(std::int64_t{pattern.offsets[lane]});
    }
    return strays;
}

// Adds the displacement to registers that hold addresses; those of 32 bits wrap around.
template <class Base>
std::uint64_t add_displacement(const MemoryOp& access, const Frame& frame,
                               const AddressPattern& pattern, LaneAddresses& addresses) {
    const auto* base = reinterpret_cast<const Base*>(frame.slots + access.base_offset);
    const auto displacement = static_cast<Base>(access.displacement);
    return compute_addresses(
        [=](int lane) -> std::uint64_t { return static_cast<Base>(base[lane] + displacement); },
        pattern, addresses);
}

// Index is int or unsigned, as the instruction widens it.
template <class Index>
std::uint64_t scale_indices(const MemoryOp& access, const Frame& frame,
                            const AddressPattern& pattern, LaneAddresses& addresses) {
    const auto* index = reinterpret_cast<const Index*>(frame.slots + access.index_offset);
    const std::uint64_t origin =
        *reinterpret_cast<const std::uint64_t*>(frame.slots + access.base_offset) +
        static_cast<std::uint64_t>(access.displacement);
    const int shift = access.index_shift;
    return compute_addresses(
        [=](int lane) {
            return origin + (static_cast<std::uint64_t>(std::int64_t{index[lane]}) << shift);
        },
        pattern, addresses);
}

std::uint64_t compute_addresses(const MemoryOp& access, const Frame& frame,
                                const AddressPattern& pattern, LaneAddresses& addresses) {
    if (access.base == AddressBase::word)
        return add_displacement<std::uint32_t>(access, frame, pattern, addresses);
    if (access.base == AddressBase::doubleword)
        return add_displacement<std::uint64_t>(access, frame, pattern, addresses);
    return access.index_is_signed ? scale_indices<std::int32_t>(access, frame, pattern, addresses)
                                  : scale_indices<std::uint32_t>(access, frame, pattern, addresses);
}

// False when the addresses are too far from each other.
bool remember(MemoryOp& access, const LaneAddresses& addresses) {
    AddressPattern& pattern = *access.pattern;
    const auto step = static_cast<std::uint64_t>(access.bytes);
    const std::uint64_t first = addresses.at[first_lane(addresses.mask)];
    pattern.mask = 0; // never met
    pattern.is_simple = false;
    access.shortcut.implied_by = AddressShortcut::not_implied;
    pattern.below = first - addresses.lowest;
    pattern.above = addresses.highest - first;
    constexpr std::uint64_t most = 1u << 30;
    if (pattern.below > most || pattern.above > most) return false;
    std::uint64_t any = 0;
    for (int lane = 0; lane < warp_size; ++lane) {
        const std::uint64_t offset = addresses.at[lane] - first;
        pattern.offsets[lane] = static_cast<std::int32_t>(offset);
        pattern.steps[lane] = pattern.offsets[lane] >> access.index_shift;
        any |= offset;
    }
    pattern.mask = addresses.mask;
    pattern.aligned = (any & (step - 1)) == 0;
    pattern.is_simple = pattern.aligned && pattern.mask == 0xffffffffu;
    const std::uint64_t below = pattern.below >> access.index_shift;
    const std::uint64_t above = pattern.above >> access.index_shift;
    const std::int64_t least = access.index_is_signed ? -(1ll << 31) : 0;
    pattern.least_index = least + static_cast<std::int64_t>(below);
    pattern.index_room = 0xffffffffu - below - above;
    pattern.contiguous = addresses.contiguous;
    pattern.fits.forget();
    pattern.exemption = {};
    pattern.exemption_requests.restart();
    pattern.layout = layout_of(addresses.at, addresses.mask, step);
    pattern.again = {};
    return true;
}

} // namespace

void find_addresses(Interpreter& interpreter, MemoryOp& access, const Frame& frame,
                    std::uint32_t mask, LaneAddresses& addresses) {
    static const AddressPattern none;
    if (interpreter.wants_accesses() && access.pattern == nullptr)
        access.pattern = std::make_unique<AddressPattern>();
    const AddressPattern& known = access.pattern != nullptr ? *access.pattern : none;
    const auto step = static_cast<std::uint64_t>(access.bytes);
    addresses.mask = mask;
    const std::uint64_t strays = compute_addresses(access, frame, known, addresses);
    if (known.mask == mask && strays == 0) {
        const std::uint64_t first = addresses.at[first_lane(mask)];
        addresses.lowest = first - known.below;
        addresses.highest = first + known.above;
        addresses.contiguous = known.contiguous;
        addresses.aligned = known.aligned && (first & (step - 1)) == 0;
        addresses.pattern = known.serial;
        access.pattern->credit.note_match();
        return;
    }
    classify(addresses, step);
    if (access.pattern == nullptr || !access.pattern->credit.is_worth_remembering()) return;
    if (remember(access, addresses))
        addresses.pattern = access.pattern->serial = ++interpreter.machine().patterns;
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

// Finds the block that an address of mapa (PTX ISA 9.7.9.23) names. An access to a block that has
// ended is undefined.
std::optional<BlockPlace> find_block(Interpreter& interpreter, const Op& op,
                                     isa::MemoryAction action, int bytes, std::uint64_t address,
                                     int lane) {
    const std::optional<std::uint32_t> rank = isa::named_rank(address);
    const Block& own = interpreter.block();
    if (!rank) return BlockPlace{};
    const Cluster& cluster = *own.cluster;
    const std::uint64_t begin = (std::uint64_t{*rank} + 1) * isa::cluster_step;
    if (*rank == own.rank) return BlockPlace{nullptr, begin};
    const bool exists = *rank < cluster.blocks.size();
    if (exists && cluster.blocks[*rank] != nullptr) return BlockPlace{cluster.blocks[*rank], begin};
    const LaunchConfig& config = interpreter.launch().config;
    std::optional<Dim3> ended;
    if (exists) ended = block_index(block_of_cluster(config, cluster.index, *rank), config.grid);
    interpreter.fail(absent_block(interpreter.context(),
                                  {.action = action,
                                   .space = ptx::Space::shared,
                                   .address = address - begin,
                                   .bytes = bytes},
                                  *rank, cluster.blocks.size(), ended),
                     op, lane);
    return std::nullopt;
}

bool next_block_part(Interpreter& interpreter, const Op& op, const MemoryOp& access,
                     const LaneAddresses& addresses, std::uint32_t& rest, LaneAddresses& part) {
    const int first = first_lane(rest);
    const std::uint64_t address = addresses.at[first];
    const auto rank = isa::named_rank(address);
    const bool reaches_others =
        access.operation.in_cluster || access.operation.space == ptx::Space::generic;
    std::uint64_t begin = 0;
    if (rank && (reaches_others || *rank == interpreter.block().rank)) { // else: not in shared::cta
        const auto place =
            find_block(interpreter, op, access.operation.action, access.bytes, address, first);
        if (!place) return false;
        part.owner = place->owner;
        begin = place->begin;
    }
    part.mask = 0;
    for (int lane = 0; lane < warp_size; ++lane) {
        const std::uint64_t there = addresses.at[lane];
        part.at[lane] = there - begin;
        if (((rest >> lane) & 1) != 0 && isa::named_rank(there) == rank) part.mask |= 1u << lane;
    }
    rest &= ~part.mask;
    classify(part, static_cast<std::uint64_t>(access.bytes));
    return true;
}

bool report_bad_access(Interpreter& interpreter, const Op& op, const MemoryOp& access,
                       ptx::Space space, std::uint64_t address, int lane, bool misaligned,
                       const Block* owner) {
    std::uint64_t space_bytes = 0;
    if (space == ptx::Space::shared) space_bytes = interpreter.launch().shared_bytes;
    if (space == ptx::Space::local) space_bytes = interpreter.group().frame->local_end();
    if (space == ptx::Space::param) space_bytes = interpreter.launch().parameters.size();
    Fault fault = bad_access(interpreter.context(), {.action = access.operation.action,
                                                     .space = space,
                                                     .address = address,
                                                     .bytes = access.bytes,
                                                     .misaligned = misaligned,
                                                     .space_bytes = space_bytes});
    if (owner != nullptr)
        fault.detail += fmt::format("; the access was to block ({},{},{}) of the cluster",
                                    owner->id.x, owner->id.y, owner->id.z);
    else if (const auto rank = isa::named_rank(address); space == ptx::Space::shared && rank)
        fault.detail =
            fmt::format("Address {:#x} is in the shared memory of the cluster's block {}, which "
                        "the virtual GPU does not reach by this instruction",
                        address % isa::cluster_step, *rank);
    return interpreter.fail(std::move(fault), op, lane);
}

Extent extent_for(isa::MemoryAction action, const DeviceMemory& memory, std::uint64_t address) {
    using enum isa::MemoryAction;
    const bool writes = action == store || action == atomic || action == reduction ||
                        action == replace_field || action == copy_map;
    return writes ? memory.writable_extent(address) : memory.extent(address);
}

namespace {

// Checks lane by lane: an access is wrong, or the lanes access several allocations.
bool check_each_lane(Interpreter& interpreter, const Op& op, MemoryOp& access, ptx::Space space,
                     const LaneAddresses& addresses) {
    const auto bytes = static_cast<std::uint64_t>(access.bytes);
    for (std::uint32_t rest = addresses.mask; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        const std::uint64_t address = addresses.at[lane];
        Extent extent{0, interpreter.launch().shared_bytes};
        if (space != ptx::Space::shared) {
            extent = extent_for(access.operation.action, *interpreter.machine().memory, address);
            if (extent.end != 0) access.shortcut.last_hit = extent;
        }
        if (!extent.contains(address, bytes))
            return report_bad_access(interpreter, op, access, space, address, lane, false,
                                     addresses.owner);
        if ((address & (bytes - 1)) != 0)
            return report_bad_access(interpreter, op, access, space, address, lane, true,
                                     addresses.owner);
    }
    return true;
}

} // namespace

bool check_linear(Interpreter& interpreter, const Op& op, MemoryOp& access, ptx::Space space,
                  const LaneAddresses& addresses, Linear& linear) {
    const auto bytes = static_cast<std::uint64_t>(access.bytes);
    Extent extent;
    if (space == ptx::Space::shared) {
        const Block& owner = addresses.owner != nullptr ? *addresses.owner : interpreter.block();
        linear.distance = reinterpret_cast<std::intptr_t>(owner.shared);
        extent = {0, interpreter.launch().shared_bytes};
    } else {
        linear.distance = interpreter.machine().memory->distance();
        extent = access.shortcut.last_hit;
    }
    const bool inside = addresses.lowest >= extent.begin && addresses.highest <= extent.end &&
                        bytes <= extent.end - addresses.highest;
    if (inside && addresses.aligned) [[likely]]
        return true;
    return check_each_lane(interpreter, op, access, space, addresses);
}

bool Interpreter::may_store_to(const Extent& allocation) {
    if (!launch_.stores) launch_.stores = machine_.store_plans.find(launch_);
    return launch_.stores->may_meet(allocation);
}

bool Interpreter::cannot_race(const MemoryOp& access, ptx::Space space,
                              const LaneAddresses& addresses) {
    // Accesses below 4 bytes need cells of a byte each, so they are not left out.
    if (access.operation.action != isa::MemoryAction::load || access.bytes < 4 ||
        access.operation.ordering != isa::Ordering::weak)
        return false;
    if (space == ptx::Space::shared) return block_->has_no_stores;
    // Loads of a launch: the analysis costs more than a few of them do.
    constexpr std::uint64_t worth_looking = 256;
    if (space != ptx::Space::global || ++launch_.loads_told < worth_looking) return false;
    if (machine_.memory->has_aliases()) return false; // a store may go by another address
    const auto bytes = static_cast<std::uint64_t>(access.bytes);
    return access.shortcut.last_hit.contains(addresses.lowest, 1) &&
           access.shortcut.last_hit.contains(addresses.highest, bytes) &&
           !may_store_to(access.shortcut.last_hit);
}

void Interpreter::ask_exemption(AddressPattern& pattern, std::uint64_t first, ptx::Space space,
                                std::uint64_t bytes) {
    if (only_listener_ == nullptr || machine_.sampling) return;
    const bool is_shared = space == ptx::Space::shared;
    // Not AddressShortcut::last_hit: the instruction may have been elsewhere since the pattern
    // fitted.
    const Extent memory =
        is_shared ? Extent{0, launch_.shared_bytes} : machine_.memory->extent(first);
    const std::uint64_t span = pattern.span(bytes);
    if (!memory.contains(first - pattern.below, span) || (!is_shared && may_store_to(memory)))
        return;
    Exemption exemption;
    exemption.times = only_listener_->on_exemption(
        pattern.again, first, is_shared ? space : ptx::Space::global, memory.begin, memory.end);
    if (exemption.times == nullptr) return;
    exemption.epoch = machine_.exemptions;
    exemption.first = first;
    exemption.least = memory.begin + pattern.below;
    exemption.room = memory.end - memory.begin - span;
    pattern.exemption = exemption;
    pattern.exemption_requests.restart(); // once it is no more
}

LaneAddresses folded(Interpreter& interpreter, LaneAddresses addresses) {
    const DeviceMemory& memory = *interpreter.machine().memory;
    const DeviceMemory::Folding folding = memory.folding_at(addresses.lowest);
    if (folding.repeats) interpreter.launch().used_repeated = true;
    const std::uint64_t moved = addresses.lowest - folding.of(addresses.lowest);
    const bool in_one = folding.allocation.contains(addresses.highest, 1);
    addresses.pattern = 0;
    for (std::uint64_t& address : addresses.at)
        address = addresses.contiguous ? address - moved
                  : in_one             ? folding.of(address)
                                       : memory.folded(address);
    return addresses;
}

void announce(Interpreter& interpreter, const Op& op, const MemoryOp& access, Frame& frame,
              ptx::Space space, const LaneAddresses& addresses, std::intptr_t to_host,
              const void* const* words, const void* const* values) {
    AccessEvent event;
    event.place = interpreter.place(op);
    event.warp = interpreter.warp_place();
    event.mask = addresses.mask;
    event.space = space;
    event.addresses = addresses.at;
    event.bytes = access.bytes;
    event.operation = &access.operation;
    AddressPattern* const pattern = addresses.pattern != 0 ? access.pattern.get() : nullptr;
    event.layout = pattern != nullptr ? pattern->layout
                                      : layout_of(addresses.at, addresses.mask,
                                                  static_cast<std::uint64_t>(access.bytes));
    if (pattern != nullptr) event.again = interpreter.offer(pattern->again);
    event.to_host = to_host;
    if (addresses.owner != nullptr) event.other_block = addresses.owner->linear;
    event.keeps_neighbours = access.keeps_neighbours;
    event.copied = access.copied;
    event.cannot_race = interpreter.cannot_race(access, space, addresses);
    event.object_before = access.object_before;
    event.object_behind = access.object_behind;
    if (space == ptx::Space::param) event.area = frame.parameters;
    const void* slots[8] = {};
    if (access.operation.action == isa::MemoryAction::store || access.copied != 0) {
        for (std::size_t i = 0; i < access.elements.size() && i < 8; ++i)
            slots[i] = frame.slots + access.elements[i].offset;
        if (access.operation.action == isa::MemoryAction::store)
            event.values = values != nullptr ? values : slots;
        event.words = words != nullptr ? words : slots;
    }
    if (access.pattern != nullptr) access.pattern->exemption = {}; // observers count it anew
    std::uint32_t unwritten = 0;
    if (access.operation.action == isa::MemoryAction::load && access.copied == 0 &&
        !access.elements.empty() && access.operation.matrix == nullptr)
        event.unwritten = &unwritten;
    for (Observer* observer : interpreter.machine().listeners.access) observer->on_access(event);
    if (unwritten != 0) interpreter.follow_load(event, unwritten, access, frame);
}

} // namespace vgpu::exec
