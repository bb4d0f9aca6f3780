// A group of lanes runs: one op after the other, until it meets another group, waits, ends, or
// gives way.
#include "vgpu/exec/interpreter.hpp"
#include "vgpu/exec/warp_sync.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace vgpu::exec {

// One turn of a group. `counting`: executions of each instruction are counted. `follows`: the
// frame has values that are followed (Frame::followed), or registers that a wgmma uses.
template <bool counting, bool follows>
class Interpreter::GroupRun {
  public:
    // flatten: in one function all members stay in registers, since nothing has their address.
    [[gnu::flatten]] static Flow of(Interpreter& interpreter, Group& group) {
        return GroupRun(interpreter, group).run();
    }

  private:
    GroupRun(Interpreter& interpreter, Group& group)
        : interpreter_(interpreter), launch_(interpreter.launch_), warp_(*interpreter.warp_),
          group_(group), frame_(*group.frame), slots_(frame_.slots),
          ops_(frame_.function->ops.data()), op_(ops_ + group.pc), lanes_(group.lanes) {
        interpreter.group_ = &group;
        // Where the group may merge with another, or has run past one.
        const Pc meeting = warp_.group_count > 1 ? warp_.next_meeting(group) : no_pc;
        std::size_t bound = std::min<std::size_t>(meeting, frame_.function->ops.size());
        if (warp_.random_state != 0)
            bound = std::min<std::size_t>(bound, group.pc + warp_.run_length());
        stop_ = ops_ + bound;
        interpreter.begin_passage();
        renew_budget();
    }

    Flow run() {
        while (op_ < stop_) {
            if constexpr (follows) {
                if (frame_.followed != nullptr && frame_.followed->empty()) frame_.followed.reset();
                if (frame_.followed == nullptr && !warp_.products.registers.watches(frame_)) break;
            } else if (op_->straight_ops != 0) [[likely]] {
                if (!run_straight()) return stop_at_access();
                if (op_ == stop_) break;
            }
            const std::uint32_t active = guarded();
            if constexpr (follows) {
                interpreter_.begin_passage();
                if (!interpreter_.check_registers(*op_, frame_, active)) {
                    save();
                    return Flow::failed;
                }
                if (frame_.followed != nullptr) interpreter_.follow(*op_, frame_, lanes_, active);
            }
            const Flow flow = op_->kind == OpKind::branch ? branch(active) : step(active);
            if (flow != Flow::next) return flow;
        }
        save();
        return Flow::reschedule;
    }

    // The lanes that the op's guard lets run it.
    std::uint32_t guarded() const {
        std::uint32_t predicate;
        std::memcpy(&predicate, slots_ + op_->guard, sizeof predicate);
        return lanes_ & (predicate ^ op_->guard_flip);
    }

    // --- what is counted ---
    static unsigned threads_of(std::uint32_t mask) {
        return static_cast<unsigned>(std::popcount(mask));
    }
    // Up to so many instructions it may loop before others get their turn.
    void renew_budget() {
        const std::uint64_t now = launch_.counters.warp_instructions;
        instructions_left_ = warp_.preferred == 0 && now < interpreter_.slice_end_
                                 ? interpreter_.slice_end_ - now
                                 : 0;
    }
    void settle() { // before lanes_ becomes another
        launch_.counters.warp_instructions += executed_;
        launch_.counters.thread_instructions += executed_ * threads_of(lanes_) - idle_;
        executed_ = idle_ = 0;
        renew_budget();
    }
    void save() {
        group_.pc = static_cast<Pc>(op_ - ops_);
        settle();
    }
    void note_execution(const Op& op, std::uint32_t active) {
        if constexpr (counting) {
            Executions& times = frame_.function->executions[static_cast<std::size_t>(&op - ops_)];
            ++times.warps;
            times.threads += threads_of(active);
            times.group_threads += threads_of(lanes_);
            if (op.count != 0)
                warp_.seen.note(*frame_.function, static_cast<std::size_t>(&op - ops_), active);
        }
    }
    // The superfluous instructions that an op also counts have no guard: all lanes execute them.
    void count(std::uint32_t active) {
        executed_ += op_->count;
        idle_ += threads_of(lanes_ & ~active);
        note_execution(*op_, active);
    }
    // Counts ops that all lanes of the group have executed.
    void count_each(const Op* first, const Op* end) {
        for (; first != end; ++first) {
            executed_ += first->count;
            note_execution(*first, lanes_);
        }
    }

    // --- ops ---
    // Runs ops that can neither branch nor wait, and counts them together. False: the handler of an
    // access returned false.
    bool run_straight() {
        const Op* const first = op_;
        const Op* const last = first + first->straight_ops;
        const Op* const end = std::min(last, stop_);
        const std::uint32_t lanes = lanes_; // in a register: handlers could change a member
        for (const Op* op = first; op != end; ++op) {
            if (op->kind != OpKind::memory) {
                op->function({slots_, op->operands}, lanes);
                continue;
            }
            MemoryOp& access = *op->access;
            if (access.handler(interpreter_, *op, access, frame_, lanes)) [[likely]]
                continue;
            op_ = op;
            count_each(first, op + 1);
            return false;
        }
        op_ = end;
        if (!counting && end == last) [[likely]]
            executed_ += first->straight_instructions;
        else
            count_each(first, end);
        if (!first->comes_round) interpreter_.begin_passage();
        return true;
    }

    // A handler returned false, of the op at hand.
    Flow stop_at_access() {
        if (!launch_.fault) ++op_; // from here on values are followed
        save();
        return launch_.fault ? Flow::failed : Flow::reschedule;
    }

    Flow branch(std::uint32_t active) {
        count(lanes_); // those that stay have executed it too
        ++op_->branches->times;
        const Op* const target = ops_ + op_->extra;
        const Op* const next = op_ + 1;
        if (active == 0) {
            interpreter_.begin_passage();
            op_ = next;
            return Flow::next;
        }
        const bool backward = target <= op_;
        if (active == lanes_) [[likely]]
            op_ = target;
        else
            diverge(active, target, next);
        if (!backward) return Flow::next;
        if (--warp_.poll_budget > 0 && executed_ < instructions_left_) [[likely]]
            return Flow::next;
        return give_way();
    }

    // Some lanes take a branch: a backward one goes on with them, a forward one with the others.
    void diverge(std::uint32_t active, const Op* target, const Op* next) {
        ++op_->branches->divergent;
        const bool backward = target <= op_;
        if (backward) interpreter_.begin_passage();
        settle();
        if (backward)
            warp_.split(group_, lanes_ & ~active, static_cast<Pc>(next - ops_));
        else
            warp_.split(group_, active, op_->extra);
        lanes_ = group_.lanes;
        op_ = backward ? target : next;
        stop_ = std::min(stop_, backward ? next : target);
        if (!backward && warp_.random_state != 0) stop_ = op_; // which side goes first is open
    }

    // Ends the turn of a group in a loop that has used up its budget.
    Flow give_way() {
        save();
        const std::uint64_t now = launch_.counters.warp_instructions;
        if (warp_.poll_budget <= 0) {
            warp_.poll_budget = Warp::full_poll_budget;
            if (!warp_.rotate(group_, now) && interpreter_.polls_ != 0) {
                interpreter_.only_polled_ = true;
                return Flow::yield;
            }
            interpreter_.polls_ = 0;
        }
        return now >= interpreter_.slice_end_ ? Flow::yield : Flow::reschedule;
    }

    // Any op but a branch.
    Flow step(std::uint32_t active) {
        switch (op_->kind) {
        case OpKind::lane:
            count(active);
            [[fallthrough]];
        case OpKind::helper:
            if (active != 0) op_->function({slots_, op_->operands}, active);
            break;
        case OpKind::counted:
            count(lanes_);
            break;
        case OpKind::clock:
            save();
            interpreter_.refresh_clocks(frame_);
            break;
        case OpKind::memory: {
            count(active);
            MemoryOp& access = *op_->access;
            if (active != 0 && !access.handler(interpreter_, *op_, access, frame_, active))
                return stop_at_access();
            break;
        }
        case OpKind::warp:
            return exchange(active);
        case OpKind::branch: // run() sees to it
            break;
        case OpKind::control:
        case OpKind::end:
            return control(active);
        }
        ++op_;
        return Flow::next;
    }

    // An instruction for which lanes wait for each other.
    Flow exchange(std::uint32_t active) {
        const int groups_before = warp_.group_count;
        save();
        if (op_->member_mask >= 0) {
            const Meeting meeting = meet(interpreter_.turn(), group_, *op_, active);
            if (meeting == Meeting::failed) return Flow::failed;
            if (meeting == Meeting::waits) return Flow::reschedule;
            lanes_ = group_.lanes;
            if (meeting == Meeting::exchanged) {
                count(active);
                ++op_;
                save();
                return Flow::reschedule;
            }
        }
        count(active);
        if (active != 0) op_->function({slots_, frame_.function->operands_of(*op_)}, active);
        ++op_;
        if (warp_.group_count == groups_before) return Flow::next;
        save(); // the group was split: lanes with another mask run later
        return Flow::reschedule;
    }

    Flow control(std::uint32_t active) {
        if (op_->kind == OpKind::control) count(active);
        save();
        const Flow flow = op_->kind == OpKind::control ? interpreter_.control(group_, *op_, active)
                                                       : interpreter_.return_from(group_, active);
        if (flow != Flow::next) return flow;
        op_ = ops_ + group_.pc;
        lanes_ = group_.lanes;
        return Flow::next;
    }

    Interpreter& interpreter_;
    Launch& launch_;
    Warp& warp_;
    Group& group_;
    Frame& frame_;
    std::byte* const slots_;
    const Op* const ops_;
    const Op* op_;
    const Op* stop_;
    std::uint32_t lanes_;
    // Since the last time: instructions, and the threads that their guards kept out of them.
    std::uint64_t executed_ = 0, idle_ = 0;
    std::uint64_t instructions_left_ = 0;
};

Interpreter::Flow Interpreter::run_group(Group& group) {
    if (group.frame->followed != nullptr || warp_->products.registers.watches(*group.frame))
        return wants_instructions_ ? GroupRun<true, true>::of(*this, group)
                                   : GroupRun<false, true>::of(*this, group);
    return wants_instructions_ ? GroupRun<true, false>::of(*this, group)
                               : GroupRun<false, false>::of(*this, group);
}

} // namespace vgpu::exec
