#include "vgpu/exec/interpreter.hpp"

#include "vgpu/exec/lane_bytes.hpp"
#include "vgpu/exec/memory_access.hpp"
#include "vgpu/exec/schedule.hpp"
#include "vgpu/isa/special_registers.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace vgpu::exec {

Interpreter::Interpreter(Machine& machine, Launch& launch)
    : machine_(machine), launch_(launch),
      wants_instructions_(!machine.listeners.instruction.empty()),
      to_host_(static_cast<std::uint64_t>(machine.memory->distance())) {
    note_listeners();
}

CodePlace Interpreter::place(const Op& op) const { return machine_.place(*group_->frame, op); }

Interpreter::Outcome Interpreter::run(Block& block, Warp& warp, std::uint64_t slice) {
    LaunchCounters& counters = launch_.counters;
    const std::uint64_t before = counters.warp_instructions;
    const Outcome outcome = take_turn(block, warp, slice);
    warp.executed += counters.warp_instructions - before;
    counters.busiest_warp_instructions =
        std::max(counters.busiest_warp_instructions, warp.executed);
    return outcome;
}

Interpreter::Outcome Interpreter::take_turn(Block& block, Warp& warp, std::uint64_t slice) {
    block_ = &block;
    warp_ = &warp;
    if (!warp.started) start(warp);
    slice_end_ = launch_.counters.warp_instructions + slice;
    polls_ = 0;
    only_polled_ = false;
    while (true) {
        Group* group = warp.choose(launch_.counters.warp_instructions);
        if (group == nullptr) {
            if (warp.live == 0) return end_warp() ? Outcome::done : Outcome::failed;
            if (!arrive_at_barrier()) return Outcome::failed;
            // The barrier opened: those that waited longer go first.
            return warp.barrier >= 0 ? Outcome::blocked : Outcome::yielded;
        }
        switch (run_group(*group)) {
        case Flow::failed:
            return Outcome::failed;
        case Flow::yield:
            return Outcome::yielded;
        default:
            break;
        }
        if (warp.random_state == 0 || warp.live == 0) continue;
        if (launch_.counters.warp_instructions >= slice_end_ || warp.yields())
            return Outcome::yielded;
    }
}

// No group of the warp can run: it arrives at a barrier, or its lanes wait for each other in vain.
bool Interpreter::arrive_at_barrier() {
    const auto any_waits = [&](Group::State state) {
        return std::any_of(warp_->groups.begin(), warp_->groups.begin() + warp_->group_count,
                           [=](const Group& group) { return group.state == state; });
    };
    if (any_waits(Group::State::at_product)) return block_->products.arrive(turn());
    if (any_waits(Group::State::at_cluster)) return block_->cluster->barrier.arrive(turn());
    return block_->barriers.arrive(turn());
}

bool Interpreter::end_warp() {
    block_->live &= ~(1u << warp_->index);
    return block_->products.note_exit(turn()) && block_->barriers.note_exit(turn());
}

void Interpreter::start(Warp& warp) {
    ++launch_.counters.warps;
    warp.started = true;
    warp.executed = 0;
    warp.all = warp.live = launch_.lanes[warp.index];
    warp.group_count = 0;
    warp.preferred = 0;
    warp.preferred_until = 0;
    warp.barrier = -1;
    warp.cluster_arrived = warp.cluster_owed = 0;
    warp.copies.clear();
    warp.bulk.clear();
    warp.products.clear();
    warp.seen.clear();
    warp.waits_for_mbarrier = false;
    warp.poll_budget = Warp::full_poll_budget;
    warp.random_state = launch_.schedule_seed == 0
                            ? 0
                            : random_state_for(launch_.schedule_seed, block_->linear, warp.index);
    Frame* frame = take_frame(launch_.program->functions()[launch_.kernel->function]);
    frame->lanes = warp.live;
    frame->depth = 0;
    frame->local_base = 0;
    enter(*frame);
    warp.add_group({.frame = frame, .lanes = warp.live});
}

std::byte* Interpreter::local_memory(std::uint64_t bytes) {
    std::vector<std::byte>& local = warp_->local;
    const std::uint64_t wanted = lane_bytes_size(bytes);
    if (local.size() < wanted) {
        const std::size_t before = local.size();
        local.resize(std::max<std::size_t>(wanted, 2 * before));
        fill_with_poison(local.data() + before, local.size() - before);
    }
    return local.data();
}

bool Interpreter::fail(Fault fault, const Op& op, int lane) {
    return turn().fail(std::move(fault), *group_, op, lane);
}

} // namespace vgpu::exec
