// Branches with a table, calls, returns, exits and the other control instructions.
#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/interpreter.hpp"
#include "vgpu/exec/lane_bytes.hpp"
#include "vgpu/exec/memory_access.hpp"
#include "vgpu/exec/names.hpp"
#include "vgpu/exec/natives.hpp"
#include "vgpu/exec/warp_sync.hpp"
#include "vgpu/support/round_up.hpp"

#include <algorithm>
#include <bit>

namespace vgpu::exec {

using isa::ControlAction;

namespace {

// Bounds on a warp's stack of calls. A real thread's stack is 1 KiB unless the program asks for
// more, with frames of tens to hundreds of bytes.
constexpr std::uint32_t most_depth = 1024;
constexpr std::uint64_t most_frame_bytes = 4ull << 30; // of all warps that run
constexpr std::uint64_t local_alignment = 16;

constexpr std::int64_t sleep_weight = 1 << 12;

} // namespace

Interpreter::Flow Interpreter::control(Group& group, const Op& op, std::uint32_t active) {
    const ControlOp& control = group.frame->function->control_ops[op.extra];
    if (active == 0) {
        ++group.pc;
        return Flow::next;
    }
    switch (control.operation.action) {
    case ControlAction::call:
        return call(group, op, control, active);
    case ControlAction::return_:
        return return_from(group, active);
    case ControlAction::exit:
        return exit_lanes(group, active);
    case ControlAction::block_barrier:
        return block_->barriers.reach(turn(), group, op, control, active) ? Flow::reschedule
                                                                          : Flow::failed;
    case ControlAction::warp_barrier:
        return warp_barrier(group, op, active);
    case ControlAction::cluster_arrive:
    case ControlAction::cluster_wait:
        return block_->cluster->barrier.reach(turn(), group, op, control, active) ? Flow::reschedule
                                                                                  : Flow::failed;
    case ControlAction::branch_indexed:
        return branch_indexed(group, op, control, active);
    case ControlAction::trap:
        return trap(op, active, "Trap instruction executed");
    case ControlAction::breakpoint:
        return trap(op, active, "Breakpoint instruction executed");
    case ControlAction::fence:
        tell_fence({place(op), warp_place(), active, control.operation.scope});
        break;
    case ControlAction::sleep:
        polled(sleep_weight);
        break;
    case ControlAction::stack_allocate:
        return stack_allocate(group, op, control, active);
    case ControlAction::stack_save:
        return stack_save(group, op, active);
    case ControlAction::stack_restore:
        return stack_restore(group, op, active);
    case ControlAction::commit_copies:
    case ControlAction::wait_for_copies:
    case ControlAction::wait_for_all_copies:
    case ControlAction::commit_bulk_copies:
    case ControlAction::wait_for_bulk_copies:
    case ControlAction::wait_for_bulk_reads:
        control_copies(control.operation.action, group, op, active);
        break;
    case ControlAction::group_product:
        return block_->products.reach(turn(), group, op, active) ? Flow::reschedule : Flow::failed;
    case ControlAction::check_metadata:
        if (!check_metadata(group, op, control, active)) return Flow::failed;
        break;
    case ControlAction::group_fence:
    case ControlAction::commit_products:
    case ControlAction::wait_for_products:
        control_products(control.operation.action, group, op);
        break;
    case ControlAction::release_maps:
        tell_map_step(*this, op, first_lane(active), 0, MapStep::released);
        break;
    case ControlAction::proxy_fence:
        tell_fence({place(op), warp_place(), active, isa::Scope::none, true});
        break;
    case ControlAction::branch:
    case ControlAction::nothing:
        break;
    }
    ++group.pc;
    return Flow::next;
}

void Interpreter::tell_fence(const FenceEvent& event) {
    for (Observer* observer : machine_.listeners.fence) observer->on_fence(event);
}

void Interpreter::control_products(ControlAction action, const Group& group, const Op& op) {
    switch (action) {
    case ControlAction::group_fence:
        ++warp_->products.fences;
        break;
    case ControlAction::commit_products:
        ++warp_->products.committed;
        break;
    default:
        block_->products.wait(turn(), group.frame->words(op.operands[first_source])[0]);
    }
}

void Interpreter::control_copies(ControlAction action, const Group& group, const Op& op,
                                 std::uint32_t active) {
    if (action == ControlAction::commit_copies) return warp_->copies.commit(active);
    if (action == ControlAction::commit_bulk_copies) return warp_->bulk.commit(active);
    if (action == ControlAction::wait_for_all_copies) {
        warp_->copies.commit(active);
        return wait_for_copies({}, active);
    }
    std::array<std::uint32_t, warp_size> open{};
    std::copy_n(group.frame->words(op.operands[first_source]), warp_size, open.begin());
    if (action == ControlAction::wait_for_copies) return wait_for_copies(open, active);
    wait_for_bulk_copies(open, active, action == ControlAction::wait_for_bulk_reads);
}

bool Interpreter::check_metadata(const Group& group, const Op& op, const ControlOp& control,
                                 std::uint32_t active) {
    const std::uint32_t* words = group.frame->words(op.operands[first_source]);
    for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        if (auto fault = bad_metadata(control.operation.metadata, words[lane], lane))
            return fail(std::move(*fault), op, lane);
    }
    return true;
}

Interpreter::Flow Interpreter::warp_barrier(Group& group, const Op& op, std::uint32_t active) {
    switch (meet_at_barrier(turn(), group, op, active)) {
    case Meeting::complete:
        return Flow::next;
    case Meeting::failed:
        return Flow::failed;
    default:
        return Flow::reschedule;
    }
}

Interpreter::Flow Interpreter::trap(const Op& op, std::uint32_t active, const char* message) {
    fail(make_fault(FaultKind::trap, Tool::program, message), op, first_lane(active));
    return Flow::failed;
}

namespace {

std::uint64_t value_at(const Frame& frame, Offset offset, isa::Storage storage, int lane) {
    return storage == isa::Storage::word ? frame.words(offset)[lane]
                                         : frame.doublewords(offset)[lane];
}

void set_value_at(Frame& frame, Offset offset, isa::Storage storage, int lane,
                  std::uint64_t value) {
    if (storage == isa::Storage::word)
        reinterpret_cast<std::uint32_t*>(frame.slots + offset)[lane] =
            static_cast<std::uint32_t>(value);
    else
        reinterpret_cast<std::uint64_t*>(frame.slots + offset)[lane] = value;
}

// The local memory of callees begins behind the largest allocation (alloca) of any lane.
void measure_stack(Frame& frame) {
    const std::uint64_t most = *std::ranges::max_element(frame.stack);
    frame.stack_bytes = round_up(most, local_alignment);
}

} // namespace

// alloca: space behind the function's own variables, of another size in each lane, until it returns
// or restores the stack.
Interpreter::Flow Interpreter::stack_allocate(Group& group, const Op& op, const ControlOp& control,
                                              std::uint32_t active) {
    Frame& frame = *group.frame;
    const std::uint64_t base = frame.local_base + frame.function->local_bytes;
    for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        const std::uint64_t bytes =
            value_at(frame, op.operands[first_source], control.storage, lane);
        std::uint64_t alignment = 8; // PTX ISA 9.7.17.3: where the instruction names none
        if (control.source_count > 1)
            alignment = std::bit_ceil(
                std::clamp(frame.words(op.operands[first_source + 1])[lane], 1u, 1u << 20));
        std::uint32_t& used = frame.stack[static_cast<std::size_t>(lane)];
        const std::uint64_t begin = round_up(base + used, alignment);
        if (begin > most_local_bytes || bytes > most_local_bytes - begin) {
            fail(stack_exhausted(bytes, most_local_bytes), op, lane);
            return Flow::failed;
        }
        used = static_cast<std::uint32_t>(begin + bytes - base);
        set_value_at(frame, op.operands[0], control.storage, lane, begin);
    }
    measure_stack(frame);
    ++group.pc;
    return Flow::next;
}

Interpreter::Flow Interpreter::stack_save(Group& group, const Op& op, std::uint32_t active) {
    Frame& frame = *group.frame;
    const ControlOp& control = frame.function->control_ops[op.extra];
    const std::uint64_t base = frame.local_base + frame.function->local_bytes;
    for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        const auto index = static_cast<std::size_t>(lane);
        const std::uint64_t used = frame.stack.empty() ? 0 : frame.stack[index];
        set_value_at(frame, op.operands[0], control.storage, lane, base + used);
    }
    ++group.pc;
    return Flow::next;
}

Interpreter::Flow Interpreter::stack_restore(Group& group, const Op& op, std::uint32_t active) {
    Frame& frame = *group.frame;
    const ControlOp& control = frame.function->control_ops[op.extra];
    const std::uint64_t base = frame.local_base + frame.function->local_bytes;
    for (std::uint32_t rest = active; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        const auto index = static_cast<std::size_t>(lane);
        const std::uint64_t saved =
            value_at(frame, op.operands[first_source], control.storage, lane);
        const std::uint64_t used = frame.stack.empty() ? 0 : frame.stack[index];
        if (saved < base || saved > base + used) {
            fail(bad_stack_restore(saved), op, lane);
            return Flow::failed;
        }
        if (!frame.stack.empty()) frame.stack[index] = static_cast<std::uint32_t>(saved - base);
    }
    if (!frame.stack.empty()) measure_stack(frame);
    ++group.pc;
    return Flow::next;
}

Interpreter::Flow Interpreter::branch_indexed(Group& group, const Op& op, const ControlOp& control,
                                              std::uint32_t active) {
    const std::uint32_t* index = group.frame->words(op.operands[first_source]);
    const Pc next = group.pc + 1;
    warp_->split(group, group.lanes & ~active, next);
    // Each target takes its lanes along; the last stays with this group.
    std::uint32_t left = active;
    while (left != 0) {
        const std::uint32_t wanted = index[first_lane(left)];
        std::uint32_t same = 0;
        for (std::uint32_t rest = left; rest != 0; rest &= rest - 1)
            if (index[first_lane(rest)] == wanted) same |= 1u << first_lane(rest);
        if (wanted >= control.targets.size()) {
            fail(make_fault(FaultKind::illegal_instruction, Tool::program,
                            "Branch index out of range"),
                 op, first_lane(same));
            return Flow::failed;
        }
        left &= ~same;
        if (left == 0)
            group.pc = control.targets[wanted];
        else
            warp_->split(group, same, control.targets[wanted]);
    }
    --warp_->poll_budget;
    return Flow::reschedule;
}

Interpreter::Flow Interpreter::call(Group& group, const Op& op, const ControlOp& control,
                                    std::uint32_t active) {
    Frame& caller = *group.frame;
    const Pc next = group.pc + 1;
    ExecutableFunction* callee = nullptr;
    std::uint32_t lanes = active;
    if (control.callee != no_callee) {
        // Calls through addresses lead from one program to another: this one is the caller's.
        callee = &(*machine_.programs)[caller.function->program]->functions()[control.callee];
    } else {
        const std::uint64_t* addresses = caller.doublewords(control.callee_address);
        const std::uint64_t address = addresses[first_lane(active)];
        for (std::uint32_t rest = active; rest != 0; rest &= rest - 1)
            if (addresses[first_lane(rest)] != address) lanes &= ~(1u << first_lane(rest));
        callee = find_function(*machine_.programs, address);
        if (callee == nullptr || !callee->defined) {
            const std::string declared =
                callee == nullptr ? "" : readable_name(callee->source->name);
            fail(bad_call_target(address, declared), op, first_lane(lanes));
            return Flow::failed;
        }
    }
    warp_->split(group, group.lanes & ~active, next);
    warp_->split(group, active & ~lanes, group.pc); // they call something else, in their turn
    if (callee->native != Native::none) {
        if (!Natives(*this, group, op, control).call(*callee, lanes)) return Flow::failed;
        if (callee->native == Native::assertfail) return exit_lanes(group, lanes);
        group.pc = next;
        return Flow::reschedule;
    }
    const std::uint64_t local_base = caller.local_end();
    if (caller.depth + 1 >= most_depth || local_base + callee->local_bytes > most_local_bytes ||
        machine_.frames.bytes() > most_frame_bytes) {
        fail(stack_overflow(caller.depth + 1), op, first_lane(lanes));
        return Flow::failed;
    }
    Frame* frame = take_frame(*callee);
    frame->caller = &caller;
    frame->call_pc = group.pc;
    frame->call = &control;
    frame->lanes = lanes;
    frame->depth = caller.depth + 1;
    frame->local_base = local_base;
    enter(*frame);
    copy_arguments(caller, *frame, control, lanes);
    if (!callee->parameter_copies.empty()) copy_to_local_memory(*frame, op, lanes);
    group.frame = frame;
    group.pc = 0;
    return Flow::reschedule;
}

namespace {

// A row of words for the lanes that take part.
void copy_row(std::byte* to, const std::byte* from, std::uint32_t lanes) {
    auto* target = reinterpret_cast<std::uint32_t*>(to);
    const auto* source = reinterpret_cast<const std::uint32_t*>(from);
    for (int lane = 0; lane < warp_size; ++lane)
        if ((lanes >> lane) & 1) target[lane] = source[lane];
}

void copy_area(std::byte* to, std::uint64_t to_offset, std::byte* from, std::uint64_t from_offset,
               std::uint64_t bytes, std::uint32_t lanes) {
    for (std::uint64_t at = 0; at < bytes; at += 4)
        copy_row(lane_byte(to, to_offset + at, 0), lane_byte(from, from_offset + at, 0), lanes);
}

void copy_value(const Frame& from, const CallValue& source, Frame& to, const CallValue& target,
                std::uint32_t lanes) {
    const std::uint32_t bytes = std::min(source.bytes, target.bytes);
    if (bytes == 0) return;
    if (!source.in_register && !target.in_register) {
        copy_area(to.parameters, static_cast<std::uint64_t>(target.offset), from.parameters,
                  static_cast<std::uint64_t>(source.offset), bytes, lanes);
        return;
    }
    for (std::uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const int lane = first_lane(rest);
        set_passed_value(to, target, lane, passed_value(from, source, lane, bytes), bytes);
    }
}

} // namespace

void Interpreter::pass_value(const Frame& from, const CallValue& source, Frame& to,
                             const CallValue& target, std::uint32_t lanes) {
    copy_value(from, source, to, target, lanes);
    if (!parameters_announced_ || source.in_register || target.in_register) return;
    PassEvent event;
    event.warp = warp_place();
    event.mask = lanes;
    event.from = lane_byte(from.parameters, static_cast<std::uint64_t>(source.offset), 0);
    event.to = lane_byte(to.parameters, static_cast<std::uint64_t>(target.offset), 0);
    event.bytes = std::min(source.bytes, target.bytes);
    for (Observer* observer : machine_.listeners.access) observer->on_pass(event);
}

void Interpreter::copy_arguments(const Frame& caller, Frame& callee, const ControlOp& control,
                                 std::uint32_t lanes) {
    const auto& places = callee.function->parameters;
    for (std::size_t i = 0; i < std::min(places.size(), control.arguments.size()); ++i)
        pass_value(caller, control.arguments[i], callee, places[i], lanes);
}

// Observers see these copies as stores, which they are on a GPU.
void Interpreter::copy_to_local_memory(Frame& frame, const Op& op, std::uint32_t lanes) {
    static const MemoryOp store = [] {
        MemoryOp access;
        access.operation.action = isa::MemoryAction::store;
        access.operation.space = ptx::Space::local;
        access.operation.width = access.bytes = 4;
        access.copied = 1;
        return access;
    }();
    std::byte* local = local_memory(frame.local_end());
    for (const ParameterCopy& copy : frame.function->parameter_copies) {
        const std::uint64_t begin = frame.local_base + copy.local;
        copy_area(local, begin, frame.parameters, copy.parameter, copy.bytes, lanes);
        for (std::uint64_t at = 0; wants_accesses() && at < copy.bytes; at += 4) {
            LaneAddresses addresses;
            addresses.mask = lanes;
            addresses.lowest = addresses.highest = begin + at;
            for (std::uint64_t& address : addresses.at) address = begin + at;
            const void* word = lane_byte(frame.parameters, copy.parameter + at, 0);
            announce(*this, op, store, frame, ptx::Space::local, addresses, 0, &word);
        }
    }
}

void Interpreter::copy_returns(Frame& caller, const Frame& callee, const ControlOp& control,
                               std::uint32_t lanes) {
    const auto& places = callee.function->returns;
    for (std::size_t i = 0; i < std::min(places.size(), control.returns.size()); ++i)
        pass_value(callee, places[i], caller, control.returns[i], lanes);
}

void Interpreter::tell_end(const Frame& frame) {
    const std::uint64_t bytes = lane_bytes_size(frame.function->parameter_area);
    for (Observer* observer : machine_.listeners.access)
        observer->on_frame_end(warp_place(), frame.parameters, bytes);
}

// Takes the lanes out of the frames from `frame` up to, but without, `until`.
void Interpreter::leave_frames(Frame* frame, std::uint32_t lanes, const Frame* until) {
    while (frame != until) {
        Frame* caller = frame->caller;
        frame->lanes &= ~lanes;
        if (frame->lanes == 0) {
            if (parameters_announced_) tell_end(*frame);
            machine_.frames.give(frame);
        }
        frame = caller;
    }
}

Interpreter::Flow Interpreter::return_from(Group& group, std::uint32_t active) {
    Frame* frame = group.frame;
    if (frame->caller == nullptr) return exit_lanes(group, active);
    const Pc next = group.pc + 1;
    warp_->split(group, group.lanes & ~active, next);
    Frame* caller = frame->caller;
    copy_returns(*caller, *frame, *frame->call, active);
    group.frame = caller;
    group.pc = frame->call_pc + 1;
    leave_frames(frame, active, caller);
    return Flow::reschedule;
}

Interpreter::Flow Interpreter::exit_lanes(Group& group, std::uint32_t active) {
    Frame* frame = group.frame;
    if (!warp_->bulk.empty()) { // no lane waits, but all of them arrive
        warp_->bulk.commit(active);
        wait_for_bulk_copies({}, active, false);
    }
    group.lanes &= ~active;
    ++group.pc;
    warp_->live &= ~active;
    leave_frames(frame, active, nullptr);
    for (Observer* observer : machine_.listeners.exit) observer->on_exit(warp_place(), active);
    warp_->wake_waiting();
    ClusterBarrier& barrier = block_->cluster->barrier;
    if (barrier.is_in_use()) [[unlikely]]
        barrier.open_if_complete(turn());
    if (warp_->live == 0) {
        warp_->group_count = 0;
        if (wants_instructions_)
            launch_.warps_seen.take(
                {block_->linear, warp_->index, warp_->all, 0, std::move(warp_->seen)});
    }
    return Flow::reschedule;
}

} // namespace vgpu::exec
