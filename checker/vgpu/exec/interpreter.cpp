#include "vgpu/exec/interpreter.hpp"

#include "vgpu/exec/lane_bytes.hpp"
#include "vgpu/exec/memory_access.hpp"
#include "vgpu/exec/schedule.hpp"
#include "vgpu/isa/special_registers.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace vgpu::exec {

using isa::SpecialRegister;

namespace {

// Backward branches that a group may take before others get a turn. A look at memory that waiting
// threads use (a failed compare-and-swap, a volatile load) counts as many.
constexpr std::int64_t full_patience = 1 << 14;

inline void compute(const Op& op, std::byte* slots, std::uint32_t active) {
    op.function({slots, op.operands}, active);
}

inline std::uint32_t guarded(const Op& op, const std::byte* slots, std::uint32_t lanes) {
    std::uint32_t predicate;
    std::memcpy(&predicate, slots + op.guard, sizeof predicate);
    return lanes & (predicate ^ op.guard_flip);
}

} // namespace

Interpreter::Interpreter(Machine& machine, Launch& launch)
    : machine_(machine), launch_(launch),
      wants_instructions_(!machine.listeners.instruction.empty()),
      to_host_(static_cast<std::uint64_t>(machine.memory->distance())) {
    note_listeners();
}

CodePlace Interpreter::place(const Op& op) const {
    return {&sites_of(*group_->frame), group_->frame->function->index, op.source_pc};
}

Interpreter::Outcome Interpreter::run(Block& block, Warp& warp, std::uint64_t slice) {
    block_ = &block;
    warp_ = &warp;
    if (!warp.started) start(warp);
    slice_end_ = launch_.counters.warp_instructions + slice;
    polls_ = 0;
    only_polled_ = false;
    while (true) {
        Group* group = warp.choose(launch_.counters.warp_instructions);
        if (group == nullptr) {
            if (warp.live == 0) return check_barriers() ? Outcome::done : Outcome::failed;
            if (!all_waiting(warp)) return Outcome::failed;
            // The barrier opened: those that waited longer go first.
            return warp.barrier >= 0 ? Outcome::blocked : Outcome::yielded;
        }
        switch (run_some(*group)) {
        case Flow::failed:
            return Outcome::failed;
        case Flow::yield:
            return Outcome::yielded;
        default:
            break;
        }
        if (warp.chance == 0 || warp.live == 0) continue;
        if (launch_.counters.warp_instructions >= slice_end_ || warp.gives_way())
            return Outcome::yielded;
    }
}

Interpreter::Flow Interpreter::run_some(Group& group) {
    if (group.frame->followed != nullptr)
        return wants_instructions_ ? run_group<true, true>(group) : run_group<false, true>(group);
    return wants_instructions_ ? run_group<true, false>(group) : run_group<false, false>(group);
}

template <bool counting, bool follows>
Interpreter::Flow Interpreter::run_group(Group& group) {
    group_ = &group;
    Frame& frame = *group.frame;
    ExecutableFunction& function = *frame.function;
    std::byte* const slots = frame.slots;
    const Op* const ops = function.ops.data();
    const Op* op = ops + group.pc;
    const Pc meeting = warp_->group_count > 1 ? warp_->next_meeting(group) : no_pc;
    // Where the group may merge with another, or has run past one.
    std::size_t bound = std::min<std::size_t>(meeting, function.ops.size());
    if (warp_->chance != 0) bound = std::min<std::size_t>(bound, group.pc + warp_->stretch());
    const Op* stop = ops + bound;
    std::uint32_t lanes = group.lanes;
    begin_passage();
    const auto threads_of = [](std::uint32_t mask) {
        return static_cast<unsigned>(std::popcount(mask));
    };
    // Since the last time: instructions, and the threads that their guards kept out of them.
    std::uint64_t executed = 0, idle = 0;
    // Up to so many it may loop before others get their turn.
    const auto find_room = [&] {
        const std::uint64_t now = launch_.counters.warp_instructions;
        return warp_->granted == 0 && now < slice_end_ ? slice_end_ - now : 0;
    };
    std::uint64_t room = find_room();
    const auto settle = [&] { // before `lanes` becomes another
        launch_.counters.warp_instructions += executed;
        launch_.counters.thread_instructions += executed * threads_of(lanes) - idle;
        executed = idle = 0;
        room = find_room();
    };
    const auto save = [&] {
        group.pc = static_cast<Pc>(op - ops);
        settle();
    };
    // A handler returned false, of the op at hand.
    const auto stop_at_access = [&] {
        if (!launch_.fault) ++op; // from here on values are followed
        save();
        return launch_.fault ? Flow::failed : Flow::reschedule;
    };
    const auto note_execution = [&](const Op& one, std::uint32_t active) {
        if constexpr (counting) {
            Executions& times = function.executions[static_cast<std::size_t>(&one - ops)];
            ++times.warps;
            times.threads += threads_of(active);
            times.group_threads += threads_of(lanes);
        }
    };
    // Those that an op stands for beside itself have no guard: all lanes execute them.
    const auto count = [&](std::uint32_t active) {
        executed += op->count;
        idle += threads_of(lanes & ~active);
        note_execution(*op, active);
    };
    // The same of ops that all lanes have executed.
    const auto count_each = [&](const Op* first, const Op* end) {
        for (; first != end; ++first) {
            executed += first->count;
            note_execution(*first, lanes);
        }
    };
    // As far as nothing but one op after the other can happen; counted together. False: an access
    // says so.
    const auto run_straight = [&] {
        const Op* const first = op;
        const Op* const last = first + first->straight_ops;
        const Op* const end = std::min(last, stop);
        for (; op != end; ++op) {
            if (op->kind != OpKind::memory) {
                op->function({slots, op->operands}, lanes);
                continue;
            }
            MemoryOp& access = *op->access;
            if (access.handler(*this, *op, access, frame, lanes)) [[likely]]
                continue;
            count_each(first, op + 1);
            return false;
        }
        if (!counting && end == last) [[likely]]
            executed += first->straight_instructions;
        else
            count_each(first, end);
        if (!first->comes_round) begin_passage();
        return true;
    };

    while (op < stop) {
        if constexpr (follows) {
            if (frame.followed->empty()) {
                frame.followed.reset();
                break;
            }
        } else if (op->straight_ops != 0) [[likely]] {
            if (!run_straight()) return stop_at_access();
            if (op == stop) break;
        }
        std::uint32_t active = guarded(*op, slots, lanes);
        if constexpr (follows) {
            begin_passage();
            follow(*op, frame, lanes, active);
        }
        if (op->kind == OpKind::branch) [[likely]] {
            count(lanes); // those that stay have executed it too
            const std::uint32_t stay = lanes & ~active;
            ++op->branches->times;
            const Op* target = ops + op->extra;
            const Op* next = op + 1;
            if (active == 0) {
                begin_passage();
                op = next;
                continue;
            }
            const bool backward = target <= op;
            if (stay == 0) [[likely]] {
                op = target;
            } else if (backward) {
                ++op->branches->divergent;
                begin_passage();
                settle();
                split(group, stay, static_cast<Pc>(next - ops));
                lanes = group.lanes;
                stop = std::min(stop, next);
                op = target;
            } else {
                ++op->branches->divergent;
                settle();
                split(group, active, op->extra);
                lanes = group.lanes;
                stop = std::min(stop, target);
                op = next;
                if (warp_->chance != 0) stop = op; // who goes first is open
            }
            if (!backward) continue;
            if (--warp_->patience > 0 && executed < room) [[likely]]
                continue;
            save();
            const std::uint64_t now = launch_.counters.warp_instructions;
            if (warp_->patience <= 0) {
                warp_->patience = full_patience;
                if (!warp_->rotate(group, now) && polls_ != 0) {
                    only_polled_ = true;
                    return Flow::yield;
                }
                polls_ = 0;
            }
            return now >= slice_end_ ? Flow::yield : Flow::reschedule;
        }
        switch (op->kind) {
        case OpKind::lane:
            count(active);
            if (active != 0) compute(*op, slots, active);
            ++op;
            break;
        case OpKind::helper:
            if (active != 0) compute(*op, slots, active);
            ++op;
            break;
        case OpKind::counted:
            count(lanes);
            ++op;
            break;
        case OpKind::clock:
            save();
            refresh_clocks(frame);
            ++op;
            break;
        case OpKind::memory: {
            count(active);
            MemoryOp& access = *op->access;
            if (active != 0 && !access.handler(*this, *op, access, frame, active))
                return stop_at_access();
            ++op;
            break;
        }
        case OpKind::branch: // above
            break;
        case OpKind::warp: {
            const int groups_before = warp_->group_count;
            save();
            if (op->member_mask >= 0) {
                const Meeting meeting_of_lanes = meet(group, *op, active);
                if (meeting_of_lanes == Meeting::failed) return Flow::failed;
                if (meeting_of_lanes == Meeting::waits) return Flow::reschedule;
                lanes = group.lanes;
                if (meeting_of_lanes == Meeting::exchanged) {
                    count(active);
                    ++op;
                    save();
                    return Flow::reschedule;
                }
            }
            count(active);
            if (active != 0) compute(*op, slots, active);
            ++op;
            if (warp_->group_count == groups_before) break;
            save(); // lanes with another mask are behind now
            return Flow::reschedule;
        }
        case OpKind::control:
        case OpKind::end: {
            if (op->kind == OpKind::control) count(active);
            save();
            const Flow flow = op->kind == OpKind::control ? control(group, *op, active)
                                                          : return_from(group, *op, active);
            if (flow != Flow::next) return flow;
            op = ops + group.pc;
            lanes = group.lanes;
            break;
        }
        }
    }
    save();
    return Flow::reschedule;
}

void Interpreter::start(Warp& warp) {
    warp.started = true;
    warp.all = warp.live = launch_.lanes[warp.index];
    warp.group_count = 0;
    warp.granted = 0;
    warp.grant_end = 0;
    warp.barrier = -1;
    warp.patience = full_patience;
    warp.chance = launch_.schedule_seed == 0
                      ? 0
                      : chance_for(launch_.schedule_seed, block_->linear, warp.index);
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
    fault.site = sites_of(*group_->frame).site_in(*group_->frame, op, warp_place(), lane);
    launch_.fault = std::move(fault);
    return false;
}

} // namespace vgpu::exec
