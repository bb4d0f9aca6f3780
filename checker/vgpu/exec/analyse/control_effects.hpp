// Where a control instruction leads to, and what it does to shared memory, for the analyses that
// pass over what cannot matter to them. A new action does not compile until it is said here.
#pragma once

#include "vgpu/isa/instruction.hpp"

namespace vgpu::exec {

struct ControlEffect {
    bool ends_thread = false;
    bool jumps = false;            // to one of its targets; a guarded one may go on
    bool calls = false;            // what the callee does is not said here
    bool stores_to_shared = false; // copies that end here have written their targets
    bool is_plain = false;         // of those above only a call; writes no register and no memory
};

constexpr ControlEffect effect_of(isa::ControlAction action) {
    switch (action) { // without a default: the compiler asks for each
    case isa::ControlAction::branch:
    case isa::ControlAction::branch_indexed:
        return {.jumps = true};
    case isa::ControlAction::return_:
    case isa::ControlAction::exit:
        return {.ends_thread = true};
    case isa::ControlAction::call:
        return {.calls = true, .is_plain = true};
    case isa::ControlAction::wait_for_copies:
    case isa::ControlAction::wait_for_all_copies:
        return {.stores_to_shared = true};
    case isa::ControlAction::block_barrier:
    case isa::ControlAction::warp_barrier:
    case isa::ControlAction::fence:
    case isa::ControlAction::proxy_fence:
    case isa::ControlAction::release_maps:
    case isa::ControlAction::check_metadata:
    case isa::ControlAction::nothing:
        return {.is_plain = true};
    case isa::ControlAction::cluster_arrive:
    case isa::ControlAction::cluster_wait:
    case isa::ControlAction::trap:
    case isa::ControlAction::breakpoint:
    case isa::ControlAction::sleep:
    case isa::ControlAction::stack_allocate:
    case isa::ControlAction::stack_save:
    case isa::ControlAction::stack_restore:
    case isa::ControlAction::commit_copies:
    case isa::ControlAction::commit_bulk_copies: // from shared memory to global
    case isa::ControlAction::wait_for_bulk_copies:
    case isa::ControlAction::wait_for_bulk_reads:
    case isa::ControlAction::group_product: // reads shared memory
    case isa::ControlAction::group_fence:
    case isa::ControlAction::commit_products:
    case isa::ControlAction::wait_for_products:
        break;
    }
    return {};
}

// An instruction of another kind has no such effect.
inline ControlEffect effect_of(const isa::Instruction& instruction) {
    return instruction.kind == isa::Kind::control ? effect_of(instruction.control.action)
                                                  : ControlEffect{};
}

} // namespace vgpu::exec
