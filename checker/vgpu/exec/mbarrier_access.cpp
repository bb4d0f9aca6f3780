// mbarrier.* (PTX ISA 9.7.13.15): lane after lane, in order, so that results are the same each
// time.
#include "vgpu/exec/access_event.hpp"
#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/memory_access.hpp"
#include "vgpu/isa/address_space.hpp"

#include <cstring>
#include <fmt/format.h>

namespace vgpu::exec {

using isa::MBarrierForm;
using ptx::Space;

namespace {

// Observers see an instruction that begins or ends a barrier object's life as a store, any other as
// an atomic.
const isa::MemoryOperation& observed_operation(MBarrierForm form) {
    static const auto of = [](bool is_store) {
        isa::MemoryOperation operation =
            plain_operation(is_store ? isa::MemoryAction::store : isa::MemoryAction::atomic,
                            Space::shared, ptx::Type::b64, 8);
        operation.ordering = is_store ? isa::Ordering::weak : isa::Ordering::relaxed;
        operation.scope = isa::Scope::cluster; // other blocks arrive, too
        operation.mbarrier.form = is_store ? MBarrierForm::init : MBarrierForm::arrive;
        return operation;
    };
    static const isa::MemoryOperation store = of(true), atomic = of(false);
    return form == MBarrierForm::init || form == MBarrierForm::invalidate ? store : atomic;
}

class MBarrierAccess {
  public:
    MBarrierAccess(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
                   std::uint32_t mask)
        : interpreter_(interpreter), op_(op), access_(access), frame_(frame), mask_(mask),
          operation_(access.operation.mbarrier), owner_(&interpreter.block()) {}

    bool run() {
        if (!locate()) return false;
        if (!names_blocks(at_)) return check_place() && run_in_block();
        const LaneAddresses all = at_;
        for (std::uint32_t rest = mask_; rest != 0;) {
            if (!next_block_part(interpreter_, op_, access_, all, rest, at_)) return false;
            mask_ = at_.mask;
            owner_ = block_at(at_.owner);
            if (!check_place() || !run_in_block()) return false;
        }
        return true;
    }

    // A copy completes its bytes.
    bool give(BulkCopy copy, const Block* other, std::uint64_t address_there) {
        owner_ = block_at(other);
        at_.mask = mask_;
        at_.owner = other;
        for (std::uint64_t& address : at_.at) address = address_there;
        classify(at_, 8);
        if (!check_place() || !check_lives()) return false;
        if (interpreter_.wants_accesses()) tell();
        const int lane = copy.lane;
        const auto bytes = static_cast<std::int64_t>(copy.bytes.size());
        const auto address = static_cast<std::uint32_t>(at_.at[lane]);
        MBarrier& barrier = *find(lane);
        barrier.bulk.push_back(std::move(copy));
        note_arrival(lane, address);
        if (!add_bytes(lane, barrier, -bytes)) return false;
        if (barrier.is_complete()) complete(barrier, address);
        store_image(barrier, address);
        flush();
        return true;
    }

  private:
    // The cluster's block of that address, or the own one.
    Block* block_at(const Block* other) {
        for (Block* block : interpreter_.block().cluster->blocks)
            if (other != nullptr && block == other) return block;
        return &interpreter_.block();
    }

    bool run_in_block() {
        if (!check_lives()) return false;
        if (interpreter_.wants_accesses()) tell();
        for (std::uint32_t rest = mask_; rest != 0; rest &= rest - 1)
            if (!act(first_lane(rest))) return false;
        flush();
        if (operation_.form == MBarrierForm::wait) end_wait();
        return true;
    }

    bool fail(int lane, std::string_view what, std::string detail) {
        const auto address = at_.at[lane];
        const CodePlace place = interpreter_.place(op_);
        const std::string name = place.resolver->describe(Space::shared, address).name;
        Fault fault =
            make_fault(FaultKind::barrier_arguments, Tool::synccheck,
                       fmt::format("Barrier error detected. {}", what),
                       fmt::format("The mbarrier at __shared__ address {:#x}{} {}", address,
                                   name.empty() ? "" : " (" + name + ")", detail));
        fault.space = Space::shared;
        fault.address = address;
        return interpreter_.fail(std::move(fault), op_, lane);
    }

    // The addresses, in shared memory.
    bool locate() {
        find_addresses(interpreter_, access_, frame_, mask_, at_);
        if (access_.operation.space == Space::generic) {
            for (std::uint32_t rest = mask_; rest != 0; rest &= rest - 1)
                if (!isa::shared_window.contains(at_.at[first_lane(rest)]))
                    return interpreter_.fail(
                        make_fault(FaultKind::barrier_arguments, Tool::synccheck,
                                   "Barrier error detected. Invalid arguments",
                                   fmt::format("Address {:#x} is not in the block's shared memory, "
                                               "where an mbarrier has to be",
                                               at_.at[first_lane(rest)])),
                        op_, first_lane(rest));
            for (std::uint64_t& address : at_.at)
                address = isa::shared_window.from_generic(address);
            at_.pattern = 0;
            classify(at_, 8);
        }
        return true;
    }
    bool check_place() {
        Linear linear;
        if (!check_linear(interpreter_, op_, access_, Space::shared, at_, linear)) return false;
        if (at_.owner == nullptr || access_.operation.in_cluster) return true;
        return fail(first_lane(mask_), "Invalid arguments",
                    "is in the shared memory of another block of the cluster, which only "
                    ".shared::cluster reaches");
    }

    MBarrier* find(int lane) {
        MBarriers& all = owner_->mbarriers;
        const auto found = all.find(static_cast<std::uint32_t>(at_.at[lane]));
        return found == all.end() ? nullptr : &found->second;
    }

    bool check_lives() {
        for (std::uint32_t rest = mask_; rest != 0; rest &= rest - 1) {
            const int lane = first_lane(rest);
            const MBarrier* barrier = find(lane);
            if (operation_.form == MBarrierForm::init) {
                if (barrier != nullptr) return initialised_twice(lane);
                continue;
            }
            if (barrier == nullptr)
                return fail(lane, "mbarrier used without mbarrier.init",
                            "is used before mbarrier.init or behind mbarrier.inval");
            std::uint64_t image = 0;
            std::memcpy(&image, owner_->shared + at_.at[lane], sizeof image);
            if (image != barrier->image(static_cast<std::uint32_t>(at_.at[lane])))
                return fail(lane, "mbarrier overwritten",
                            "was changed by a store since it was last used: only mbarrier "
                            "instructions may access it until mbarrier.inval");
        }
        return true;
    }
    bool initialised_twice(int lane) {
        return fail(lane, "mbarrier initialised twice",
                    "is in use: mbarrier.inval has to end that before another mbarrier.init");
    }

    void tell() {
        AccessEvent event =
            access_event(interpreter_.place(op_), interpreter_.warp_place(), mask_, Space::shared,
                         at_.at, 8, observed_operation(operation_.form));
        event.to_host = reinterpret_cast<std::intptr_t>(owner_->shared);
        if (owner_ != &interpreter_.block()) event.other_block = owner_->linear;
        for (Observer* observer : interpreter_.machine().listeners.access)
            observer->on_access(event);
    }
    void tell(MBarrierEvent::What what, std::uint64_t address, std::uint32_t lanes = 0) {
        const MBarrierEvent told = event(what, address, lanes);
        for (Observer* observer : interpreter_.machine().listeners.barrier)
            observer->on_mbarrier(told);
    }
    MBarrierEvent event(MBarrierEvent::What what, std::uint64_t address,
                        std::uint32_t lanes = 0) const {
        return {interpreter_.warp_place(), what, lanes, address, owner_->linear};
    }

    std::uint32_t word(int lane) const { return frame_.words(access_.values[0])[lane]; }

    bool act(int lane) {
        const auto address = static_cast<std::uint32_t>(at_.at[lane]);
        switch (operation_.form) {
        case MBarrierForm::init:
            return init(lane, address);
        case MBarrierForm::invalidate:
            if (owner_->mbarriers.erase(address) == 0)
                return fail(lane, "mbarrier used without mbarrier.init",
                            "is invalidated by two lanes at once");
            return true;
        case MBarrierForm::wait:
            return look(lane, *find(lane), address);
        default:
            break;
        }
        MBarrier& barrier = *find(lane);
        if (!change(lane, barrier, address)) return false;
        store_image(barrier, address);
        return true;
    }

    bool init(int lane, std::uint32_t address) {
        const std::uint32_t count = word(lane);
        if (count == 0 || count > isa::MBarrierState::most_count)
            return fail(lane, "Invalid arguments",
                        fmt::format("is to wait for {} arrivals, but 1 to {} are possible", count,
                                    isa::MBarrierState::most_count));
        const auto [place, is_new] = owner_->mbarriers.try_emplace(address);
        if (!is_new) return initialised_twice(lane);
        place->second.expected = place->second.pending = count;
        store_image(place->second, address);
        tell(MBarrierEvent::What::begins, address);
        return true;
    }

    bool change(int lane, MBarrier& barrier, std::uint32_t address) {
        switch (operation_.form) {
        case MBarrierForm::expect_bytes:
            return add_bytes(lane, barrier, word(lane));
        case MBarrierForm::complete_bytes:
            if (!add_bytes(lane, barrier, -std::int64_t{word(lane)})) return false;
            if (barrier.is_complete()) complete(barrier, address);
            return true;
        case MBarrierForm::copies_arrive:
            give_copies(lane, barrier);
            if (operation_.is_counted) return arrive(lane, barrier, address, 1);
            note_arrival(lane, address);
            return true;
        default:
            break;
        }
        if (!access_.elements.empty())
            put_value(frame_.slots, access_.elements[0], lane, barrier.state(address));
        if (operation_.expects_bytes)
            return add_bytes(lane, barrier, word(lane)) && arrive(lane, barrier, address, 1);
        return arrive(lane, barrier, address, access_.values.empty() ? 1 : word(lane));
    }

    bool add_bytes(int lane, MBarrier& barrier, std::int64_t bytes) {
        barrier.bytes += bytes;
        if (std::abs(barrier.bytes) <= MBarrier::most_bytes) return true;
        return fail(lane, "Invalid arguments",
                    fmt::format("would have {} bytes still to come, but {} are the most",
                                barrier.bytes, MBarrier::most_bytes));
    }

    bool arrive(int lane, MBarrier& barrier, std::uint32_t address, std::uint32_t count) {
        if (count > barrier.pending)
            return fail(lane, "Too many arrivals at an mbarrier",
                        fmt::format("has {} of {} arrivals still to come in phase {}, and {} "
                                    "arrive",
                                    barrier.pending, barrier.expected, barrier.phase, count));
        if (operation_.may_not_complete && count == barrier.pending)
            return fail(lane, "Too many arrivals at an mbarrier",
                        fmt::format("would complete phase {} by an arrival with .noComplete",
                                    barrier.phase));
        barrier.pending -= count;
        if (operation_.form == MBarrierForm::arrive_drop) barrier.expected -= count;
        note_arrival(lane, address);
        if (barrier.is_complete()) complete(barrier, address);
        return true;
    }

    void complete(MBarrier& barrier, std::uint32_t address) {
        flush();
        ++barrier.phase;
        barrier.pending = barrier.expected;
        for (const MBarrier::Copies& copies : barrier.copies)
            interpreter_.take_copies(copies, *owner_);
        barrier.copies.clear();
        for (const BulkCopy& copy : barrier.bulk) {
            copy.write(interpreter_.machine());
            for (Observer* observer : interpreter_.machine().listeners.access) {
                observer->on_close(copy.read_number, copy.lanes());
                observer->on_land(copy.write_number,
                                  event(MBarrierEvent::What::completes, address));
            }
        }
        barrier.bulk.clear();
        tell(MBarrierEvent::What::completes, address);
    }

    void give_copies(int lane, MBarrier& barrier) {
        const std::uint32_t lanes = 1u << lane;
        const std::uint64_t last = interpreter_.give_copies(lanes);
        if (last == 0) return;
        const std::uint32_t warp = interpreter_.warp().index;
        if (!barrier.copies.empty() && barrier.copies.back().warp == warp &&
            barrier.copies.back().last == last)
            barrier.copies.back().lanes |= lanes;
        else
            barrier.copies.push_back({warp, lanes, last});
    }

    // Lanes that arrive at one barrier in one phase are reported together.
    void note_arrival(int lane, std::uint32_t address) {
        if (operation_.is_relaxed) return;
        if (arrived_ != 0 && arrived_at_ != address) flush();
        arrived_ |= 1u << lane;
        arrived_at_ = address;
    }
    void flush() {
        if (arrived_ != 0) tell(MBarrierEvent::What::arrive, arrived_at_, arrived_);
        arrived_ = 0;
    }

    bool look(int lane, const MBarrier& barrier, std::uint32_t address) {
        bool is_over = false;
        if (operation_.by_parity) {
            if (word(lane) > 1)
                return fail(lane, "Invalid arguments",
                            fmt::format("is waited for with the parity {}: a parity is 0 or 1",
                                        word(lane)));
            is_over = word(lane) != (barrier.phase & 1);
        } else {
            const auto state =
                isa::MBarrierState::from(frame_.doublewords(access_.values[0])[lane]);
            const std::uint64_t ago =
                (barrier.phase - state.phase) & isa::MBarrierState::phase_mask;
            if (state.address != address)
                return fail(lane, "Wrong state of an mbarrier",
                            "is waited for with a state that no arrival at it gave");
            if (ago > 1)
                return fail(lane, "Wrong phase of an mbarrier",
                            fmt::format("is in phase {} and is waited for with the state of phase "
                                        "{}: only the phase before can be asked for",
                                        barrier.phase, barrier.phase - ago));
            is_over = ago == 1;
        }
        if (!is_over) return true;
        over_ |= 1u << lane;
        return true;
    }

    void end_wait() {
        std::byte* slot = frame_.slots + access_.elements[0].offset;
        std::uint32_t result = 0;
        std::memcpy(&result, slot, sizeof result);
        result = (result & ~mask_) | over_;
        std::memcpy(slot, &result, sizeof result);
        interpreter_.warp().waits_for_mbarrier = over_ == 0;
        if (over_ == 0) interpreter_.polled(Warp::full_poll_budget);
        if (operation_.is_relaxed) return;
        for (std::uint32_t rest = over_; rest != 0;) {
            const std::uint64_t address = at_.at[first_lane(rest)];
            std::uint32_t same = 0;
            for (std::uint32_t others = rest; others != 0; others &= others - 1)
                if (at_.at[first_lane(others)] == address) same |= others & (~others + 1);
            tell(MBarrierEvent::What::wait, address, same);
            rest &= ~same;
        }
    }

    void store_image(const MBarrier& barrier, std::uint32_t address) {
        const std::uint64_t image = barrier.image(address);
        std::memcpy(owner_->shared + address, &image, sizeof image);
    }

    Interpreter& interpreter_;
    const Op& op_;
    MemoryOp& access_;
    Frame& frame_;
    std::uint32_t mask_;
    const isa::MBarrierOperation& operation_;
    Block* owner_; // whose shared memory has the mbarriers at at_
    LaneAddresses at_;
    std::uint32_t arrived_ = 0; // and not reported yet
    std::uint32_t arrived_at_ = 0;
    std::uint32_t over_ = 0; // lanes whose phase is over
};

bool handle(Interpreter& interpreter, const Op& op, MemoryOp& access, Frame& frame,
            std::uint32_t mask) {
    return MBarrierAccess(interpreter, op, access, frame, mask).run();
}

} // namespace

bool complete_by_copy(Interpreter& interpreter, const Op& op, MemoryOp& barrier, Frame& frame,
                      BulkCopy copy, const Block* owner, std::uint64_t address) {
    const std::uint32_t lanes = copy.lanes();
    return MBarrierAccess(interpreter, op, barrier, frame, lanes)
        .give(std::move(copy), owner, address);
}

MemoryHandler choose_mbarrier_handler() { return handle; }

} // namespace vgpu::exec
