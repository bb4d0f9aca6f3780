// Runs warps: one dispatch for each instruction of 32 lanes.
//
// The loop over instructions is in group_run.cpp. interpreter.cpp sets a launch up and chooses
// whose turn it is; control.cpp runs calls, returns, exits, indexed branches and barriers, the
// class Natives calls of the device runtime; frame_values.cpp fills registers before a function's
// first instruction; address_checks.cpp finds bad addresses, follow.cpp follows uninitialised
// values, async_copies.cpp and bulk_copies.cpp do what is copied while the warp goes on. What lanes
// wait for has parts of its own: warp_sync.hpp, block_barriers.hpp, cluster_barrier.hpp, and
// stuck_warps.hpp for waits in vain. So have accesses to memory (memory_access.hpp).
#pragma once

#include "vgpu/exec/warp_turn.hpp"

#include <utility>

namespace vgpu::exec {

struct LaneAddresses;

class Interpreter {
  public:
    Interpreter(Machine& machine, Launch& launch);

    enum class Outcome : std::uint8_t {
        yielded, // its slice is used up
        blocked, // all its lanes wait at a barrier
        done,    // all its lanes have exited
        failed,  // Launch::fault is set
    };
    Outcome run(Block& block, Warp& warp, std::uint64_t slice);

    // True if the last run did nothing but poll memory: the warp waits for another.
    bool only_polled() const { return only_polled_; }

    // Observers have come or gone.
    void note_listeners() {
        wants_accesses_ = !machine_.listeners.access.empty();
        only_listener_ = machine_.listeners.only_one();
        observation_ = only_listener_ != nullptr ? launch_.info.launch_number : 0;
    }

    // --- for the handlers of memory instructions ---
    Machine& machine() { return machine_; }
    Launch& launch() { return launch_; }
    Block& block() { return *block_; }
    Warp& warp() { return *warp_; }
    Group& group() { return *group_; }
    CodePlace place(const Op& op) const;
    WarpPlace warp_place() const { return {block_->linear, warp_->index}; }
    WarpTurn turn() { return {machine_, launch_, *block_, *warp_}; }
    // Memory was looked at in a way that threads use to wait for a change; `weight` says how
    // likely.
    void polled(std::int64_t weight) {
        warp_->poll_budget -= weight;
        ++polls_;
    }
    // Local memory of the running warp up to `bytes` of a lane.
    std::byte* local_memory(std::uint64_t bytes);
    std::byte* kernel_parameters() { return launch_.parameters.data(); }
    const SiteContext& context() const { return machine_.context; }
    bool wants_accesses() const { return wants_accesses_; }
    // Observers have had an access to parameters: from now on calls and returns send PassEvents.
    void note_parameters_announced() { parameters_announced_ = true; }
    void tell_open(std::uint64_t copy, const AccessEvent& access) const {
        for (Observer* observer : machine_.listeners.access) observer->on_open(copy, access);
    }
    // Sends the short event. True: the only observer needs nothing else.
    bool tell_repeated(RepeatedAccess& again, std::uint64_t first) const {
        return again.observation == observation_ && again.short_handler != nullptr &&
               again.short_handler(again, first, warp_place());
    }
    // Where the only observer may keep notes; nullptr if there are several observers.
    RepeatedAccess* offer(RepeatedAccess& again) const {
        if (only_listener_ == nullptr) return nullptr;
        if (again.observation != observation_) again = {.observation = observation_};
        return &again;
    }
    // Whether a plain load by all lanes needs to be counted only.
    bool is_exempt(const AddressPattern& pattern, std::uint64_t first, ptx::Space space) const {
        const Exemption& exemption = pattern.exemption;
        return exemption.epoch == machine_.exemptions && only_listener_ != nullptr &&
               exemption.covers(first) && (space != ptx::Space::shared || block_->is_quiet);
    }
    // Asks the only observer for an exemption from now on.
    void ask_exemption(AddressPattern& pattern, std::uint64_t first, ptx::Space space,
                       std::uint64_t bytes);
    // Whether the launch can store to this allocation.
    bool may_store_to(const Extent& allocation);
    // AccessEvent::cannot_race
    bool cannot_race(const MemoryOp& access, ptx::Space space, const LaneAddresses& addresses);
    // The number of the straight ops under way: while it stays the same, what a leader
    // (AddressShortcut::leader) found out about its register holds for the ops that follow it.
    std::uint64_t passage() const { return passage_; }
    std::byte* host_view(std::uint64_t address) const {
        return reinterpret_cast<std::byte*>(address + to_host_);
    }
    // follow.cpp. A load is followed from now on; the handler that hears of it returns false.
    void follow_load(const AccessEvent& load, std::uint32_t lanes, const MemoryOp& access,
                     Frame& frame);
    // async_copies.cpp. Makes an mbarrier wait for the copies that the lanes have begun, which
    // arrive when its phase completes. Returns the number of the last one, 0 if there is no copy.
    std::uint64_t give_copies(std::uint32_t lanes);
    void take_copies(const MBarrier::Copies& copies, Block& block);
    bool take_load_followed() { return std::exchange(load_followed_, false); }
    // False, so that handlers can return it.
    bool fail(Fault fault, const Op& op, int lane);

  private:
    void begin_passage() { passage_ = ++machine_.passages; }
    enum class Flow : std::uint8_t { next, reschedule, yield, failed };

    template <bool counting, bool follows>
    class GroupRun; // group_run.cpp
    Flow run_group(Group& group);
    // follow.cpp. An op is about to run, for the `active` of the lanes.
    void follow(const Op& op, Frame& frame, std::uint32_t lanes, std::uint32_t active);
    // The same: false if it touches a register that a wgmma in flight uses.
    bool check_registers(const Op& op, Frame& frame, std::uint32_t active);
    Outcome take_turn(Block& block, Warp& warp, std::uint64_t slice);
    void start(Warp& warp);
    // Both: false after a fault.
    bool arrive_at_barrier();
    bool end_warp();
    void enter(Frame& frame);
    void fill(const SpecialSlot& slot, Frame& frame);
    std::uint64_t special_value(isa::SpecialRegister special) const;
    void fill_launch_wide(Frame& frame);
    Frame* take_frame(ExecutableFunction& function);
    void refresh_clocks(Frame& frame);

    // control.cpp. Each leaves the group's new place in group.pc.
    Flow control(Group& group, const Op& op, std::uint32_t active);
    Flow branch_indexed(Group& group, const Op& op, const ControlOp& control, std::uint32_t active);
    Flow call(Group& group, const Op& op, const ControlOp& control, std::uint32_t active);
    Flow return_from(Group& group, std::uint32_t active);
    Flow exit_lanes(Group& group, std::uint32_t active);
    Flow warp_barrier(Group& group, const Op& op, std::uint32_t active);
    bool check_metadata(const Group& group, const Op& op, const ControlOp& control,
                        std::uint32_t active);
    Flow stack_allocate(Group& group, const Op& op, const ControlOp& control, std::uint32_t active);
    Flow stack_save(Group& group, const Op& op, std::uint32_t active);
    Flow stack_restore(Group& group, const Op& op, std::uint32_t active);
    Flow trap(const Op& op, std::uint32_t active, const char* message);
    void control_copies(isa::ControlAction action, const Group& group, const Op& op,
                        std::uint32_t active);
    void control_products(isa::ControlAction action, const Group& group, const Op& op);
    void tell_fence(const FenceEvent& event);
    // async_copies.cpp. Copies arrive that are in all but so many of each lane's last groups.
    void wait_for_copies(const std::array<std::uint32_t, warp_size>& open, std::uint32_t lanes);
    // bulk_copies.cpp
    void arrive(BulkCopy& copy, bool only_read);
    void wait_for_bulk_copies(const std::array<std::uint32_t, warp_size>& open, std::uint32_t lanes,
                              bool only_read);
    void settle(const Block& block, const Warp& warp, const AsyncCopy& copy, std::uint32_t lanes,
                bool closes);
    void tell_end(const Frame& frame);
    void leave_frames(Frame* frame, std::uint32_t lanes, const Frame* until);
    void copy_to_local_memory(Frame& frame, const Op& op, std::uint32_t lanes);
    void pass_value(const Frame& from, const CallValue& source, Frame& to, const CallValue& target,
                    std::uint32_t lanes);
    void copy_arguments(const Frame& caller, Frame& callee, const ControlOp& control,
                        std::uint32_t lanes);
    void copy_returns(Frame& caller, const Frame& callee, const ControlOp& control,
                      std::uint32_t lanes);

    Machine& machine_;
    Launch& launch_;
    Block* block_ = nullptr;
    Warp* warp_ = nullptr;
    Group* group_ = nullptr;
    bool wants_accesses_ = false;
    bool parameters_announced_ = false;
    bool load_followed_ = false;        // follow_load was called
    Observer* only_listener_ = nullptr; // for accesses; null: no observer, or several
    std::uint64_t observation_ = 0;     // RepeatedAccess: the launch; 0: no short events
    bool wants_instructions_ = false;
    bool only_polled_ = false;
    std::uint64_t slice_end_ = 0; // in warp instructions
    std::uint64_t polls_ = 0;
    std::uint64_t passage_ = 0;
    std::uint64_t to_host_ = 0; // from addresses of device memory
};

} // namespace vgpu::exec
