// What the registers of a frame hold before its first instruction: parameters, symbols' addresses
// and special registers.
#include "vgpu/exec/interpreter.hpp"
#include "vgpu/exec/memory_access.hpp"
#include "vgpu/isa/special_registers.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace vgpu::exec {

using isa::SpecialRegister;

Frame* Interpreter::take_frame(ExecutableFunction& function) {
    Frame* frame = machine_.frames.take(function);
    frame->caller = nullptr;
    frame->call = nullptr;
    frame->call_pc = 0;
    frame->stack_bytes = 0;
    frame->followed.reset();
    if (function.allocates_stack) frame->stack.assign(warp_size, 0);
    frame->serial = launch_.next_serial++;
    frame->passage = ++machine_.passages;
    return frame;
}

// What differs from launch to launch, and from warp to warp.
void Interpreter::enter(Frame& frame) {
    if (frame.launch != launch_.info.launch_number) {
        fill_launch_wide(frame);
        frame.launch = launch_.info.launch_number;
    }
    for (const SpecialSlot& slot : frame.function->specials) fill(slot, frame);
    for (const SymbolSlot& symbol : frame.function->symbols) {
        const std::uint64_t base =
            symbol.shared ? launch_.kernel->shared_offsets[symbol.variable] : frame.local_base;
        broadcast(frame.slots + symbol.offset, symbol.storage, base + symbol.displacement);
    }
}

void Interpreter::fill_launch_wide(Frame& frame) {
    for (const SpecialSlot& slot : frame.function->launch_specials) fill(slot, frame);
    for (const ParameterSlot& slot : frame.function->parameter_slots) {
        std::uint64_t raw = 0;
        std::memcpy(&raw, kernel_parameters() + slot.offset_in_block,
                    static_cast<std::size_t>(slot.width));
        broadcast(frame.slots + slot.offset, slot.storage,
                  extend(raw, slot.width, slot.is_signed, slot.bits));
    }
}

namespace {

using OfLanes = std::array<std::uint32_t, warp_size>;

template <class Value>
constexpr OfLanes make_values(const Value& value) {
    OfLanes values{};
    for (std::uint32_t lane = 0; lane < warp_size; ++lane)
        values[lane] = static_cast<std::uint32_t>(value(std::uint64_t{1} << lane, lane));
    return values;
}
constexpr OfLanes lane_ids = make_values([](std::uint64_t, std::uint32_t lane) { return lane; });
constexpr OfLanes lanes_equal = make_values([](std::uint64_t own, std::uint32_t) { return own; });
constexpr OfLanes lanes_below =
    make_values([](std::uint64_t own, std::uint32_t) { return own - 1; });
constexpr OfLanes lanes_up_to =
    make_values([](std::uint64_t own, std::uint32_t) { return 2 * own - 1; });
constexpr OfLanes lanes_from =
    make_values([](std::uint64_t own, std::uint32_t) { return ~(own - 1); });
constexpr OfLanes lanes_above =
    make_values([](std::uint64_t own, std::uint32_t) { return ~(2 * own - 1); });

// The values of a register that differs from lane to lane; else nullptr.
const std::uint32_t* values_of_lanes(SpecialRegister special, const ThreadIds& threads) {
    switch (special) {
    case SpecialRegister::tid_x:
        return &threads.x[0];
    case SpecialRegister::tid_y:
        return &threads.y[0];
    case SpecialRegister::tid_z:
        return &threads.z[0];
    case SpecialRegister::laneid:
        return lane_ids.data();
    case SpecialRegister::lanemask_eq:
        return lanes_equal.data();
    case SpecialRegister::lanemask_lt:
        return lanes_below.data();
    case SpecialRegister::lanemask_le:
        return lanes_up_to.data();
    case SpecialRegister::lanemask_ge:
        return lanes_from.data();
    case SpecialRegister::lanemask_gt:
        return lanes_above.data();
    default:
        return nullptr;
    }
}

std::uint64_t value_of_launch(SpecialRegister special, const Launch& launch) {
    switch (special) {
    case SpecialRegister::gridid:
        return launch.info.launch_number;
    case SpecialRegister::dynamic_smem_size:
        return launch.dynamic_shared_bytes;
    case SpecialRegister::total_smem_size:
        return launch.own_shared_bytes;
    case SpecialRegister::aggr_smem_size:
        return launch.own_shared_bytes + isa::reserved_shared_bytes;
    case SpecialRegister::reserved_smem_begin:
        return launch.reserved_shared_offset;
    case SpecialRegister::reserved_smem_1:
        return launch.reserved_shared_offset + isa::reserved_shared_offered / 2;
    case SpecialRegister::reserved_smem_end:
        return launch.reserved_shared_offset + isa::reserved_shared_offered;
    case SpecialRegister::envreg1:
        return launch.grid_workspace >> 32;
    case SpecialRegister::envreg2:
        return launch.grid_workspace & 0xffffffffu;
    default:
        return 0; // clocks, which are read when they are used
    }
}

std::uint64_t value_of_cluster(SpecialRegister special, const Launch& launch, const Block& block) {
    const Dim3 &grid = launch.config.grid, &cluster = launch.config.cluster, &id = block.id;
    switch (special) {
    case SpecialRegister::clusterid_x:
        return id.x / cluster.x;
    case SpecialRegister::clusterid_y:
        return id.y / cluster.y;
    case SpecialRegister::clusterid_z:
        return id.z / cluster.z;
    case SpecialRegister::nclusterid_x:
        return grid.x / cluster.x;
    case SpecialRegister::nclusterid_y:
        return grid.y / cluster.y;
    case SpecialRegister::nclusterid_z:
        return grid.z / cluster.z;
    case SpecialRegister::cluster_ctaid_x:
        return id.x % cluster.x;
    case SpecialRegister::cluster_ctaid_y:
        return id.y % cluster.y;
    case SpecialRegister::cluster_ctaid_z:
        return id.z % cluster.z;
    case SpecialRegister::cluster_nctaid_x:
        return cluster.x;
    case SpecialRegister::cluster_nctaid_y:
        return cluster.y;
    case SpecialRegister::cluster_nctaid_z:
        return cluster.z;
    case SpecialRegister::cluster_ctarank:
        return block.rank;
    case SpecialRegister::cluster_nctarank:
        return cluster_blocks(launch.config);
    case SpecialRegister::is_explicit_cluster:
        return launch.config.explicit_cluster ? 0xffffffffu : 0; // of all lanes
    default:
        return value_of_launch(special, launch);
    }
}

} // namespace

// The same for all lanes.
std::uint64_t Interpreter::special_value(SpecialRegister special) const {
    const Dim3 &grid = launch_.config.grid, &block = launch_.config.block;
    switch (special) {
    case SpecialRegister::ntid_x:
        return block.x;
    case SpecialRegister::ntid_y:
        return block.y;
    case SpecialRegister::ntid_z:
        return block.z;
    case SpecialRegister::ctaid_x:
        return block_->id.x;
    case SpecialRegister::ctaid_y:
        return block_->id.y;
    case SpecialRegister::ctaid_z:
        return block_->id.z;
    case SpecialRegister::nctaid_x:
        return grid.x;
    case SpecialRegister::nctaid_y:
        return grid.y;
    case SpecialRegister::nctaid_z:
        return grid.z;
    case SpecialRegister::warpid:
        return warp_->index;
    case SpecialRegister::nwarpid:
        return most_warps;
    case SpecialRegister::smid:
        return block_->linear % machine_.sm_count;
    case SpecialRegister::nsmid:
        return machine_.sm_count;
    case SpecialRegister::constant_begin:
        return machine_.memory->constants();
    default:
        return value_of_cluster(special, launch_, *block_);
    }
}

void Interpreter::fill(const SpecialSlot& slot, Frame& frame) {
    std::byte* const to = frame.slots + slot.offset;
    const std::uint32_t* const values =
        values_of_lanes(slot.special, launch_.threads[warp_->index]);
    if (values == nullptr) {
        broadcast(to, slot.storage, special_value(slot.special));
    } else if (slot.storage == isa::Storage::doubleword) {
        std::copy_n(values, warp_size, reinterpret_cast<std::uint64_t*>(to));
    } else {
        std::copy_n(values, warp_size, reinterpret_cast<std::uint32_t*>(to));
    }
}

// Time is the number of warp instructions executed, as if each took a nanosecond; a clock's cycles
// are that time at the card's rate, so that a program which divides them by the rate gets it back.
void Interpreter::refresh_clocks(Frame& frame) {
    constexpr std::uint64_t millisecond = 1'000'000; // in which there are a kilohertz of cycles
    const std::uint64_t time = machine_.clock + launch_.counters.warp_instructions;
    const std::uint64_t rate = machine_.clock_kilohertz;
    const std::uint64_t cycles =
        time / millisecond * rate + time % millisecond * rate / millisecond;
    for (const SpecialSlot& slot : frame.function->clocks) {
        const bool timer = slot.special == SpecialRegister::globaltimer ||
                           slot.special == SpecialRegister::globaltimer_lo ||
                           slot.special == SpecialRegister::globaltimer_hi;
        const std::uint64_t now = timer ? time : cycles;
        const bool high = slot.special == SpecialRegister::clock_hi ||
                          slot.special == SpecialRegister::globaltimer_hi;
        broadcast(frame.slots + slot.offset, slot.storage, high ? now >> 32 : now);
    }
}

} // namespace vgpu::exec
