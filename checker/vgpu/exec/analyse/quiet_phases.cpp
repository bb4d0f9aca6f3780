// Phases in which no thread of a block stores to shared memory: from a barrier of the whole block
// to the next one. A tile that is filled before the barrier and read behind it is read in such a
// phase, so its loads cannot race: what stored before, and what stores later, is ordered by the
// barriers.
#include "vgpu/exec/analyse/control_effects.hpp"
#include "vgpu/exec/analyse/memory_effects.hpp"
#include "vgpu/exec/lower/lowering_steps.hpp"

namespace vgpu::exec {

namespace {
// Of a function's barriers together; what takes longer is taken for a phase with stores.
constexpr std::size_t most_steps = 1 << 20;
} // namespace

bool Lowering::stores_to_shared(const Op& op) const {
    if (op.kind == OpKind::control) {
        const ControlOp& control = function_.control_ops[op.extra];
        const ControlEffect effect = effect_of(control.operation.action);
        if (!effect.calls) return effect.stores_to_shared;
        const std::uint32_t callee = control.callee;
        const auto& functions = program_.functions();
        const Native native = callee < functions.size() ? functions[callee].native : Native::none;
        return native != Native::vprintf && native != Native::assertfail;
    }
    if (op.kind != OpKind::memory) return false;
    if (function_.memory_ops[op.extra].copy_target != nullptr) return true;
    const isa::MemoryOperation& operation = function_.memory_ops[op.extra].operation;
    return (operation.space == ptx::Space::shared || operation.space == ptx::Space::generic) &&
           effect_of(operation.action) != MemoryEffect::reads;
}

// Whether all threads of the block wait here, whichever way they come.
bool Lowering::ends_phase(const Op& op) {
    if (op.kind != OpKind::control || op.guard != layout_.all_lanes() || op.guard_flip != 0)
        return false;
    const isa::ControlOperation& operation = function_.control_ops[op.extra].operation;
    if (operation.action != isa::ControlAction::block_barrier ||
        operation.barrier == isa::BarrierForm::arrive)
        return false;
    const isa::Source& threads = resolved_.code[op.source_pc].sources[1];
    return threads.from == isa::Source::From::constant && threads.bits == 0;
}

// Whether no path from `first` to the end of the phase stores to shared memory.
bool Lowering::is_quiet_from(Pc first, std::size_t& steps) {
    std::vector<bool> seen(function_.ops.size(), false);
    std::vector<Pc> open{first};
    while (!open.empty()) {
        const Pc pc = open.back();
        open.pop_back();
        if (seen[pc]) continue;
        seen[pc] = true;
        const Op& op = function_.ops[pc];
        if (++steps > most_steps || stores_to_shared(op)) return false;
        if (op.kind == OpKind::end || ends_phase(op)) continue;
        const bool is_guarded = op.guard != layout_.all_lanes() || op.guard_flip != 0;
        bool goes_on = true;
        if (op.kind == OpKind::branch) {
            open.push_back(op.extra);
            goes_on = is_guarded;
        } else if (op.kind == OpKind::control) {
            const ControlOp& control = function_.control_ops[op.extra];
            open.insert(open.end(), control.targets.begin(), control.targets.end());
            const ControlEffect effect = effect_of(control.operation.action);
            goes_on = is_guarded || !(effect.ends_thread || effect.jumps);
        }
        if (goes_on) open.push_back(pc + 1);
    }
    return true;
}

void Lowering::mark_quiet_barriers() {
    if (!source_.is_entry) return; // what comes behind a return is not known
    std::size_t steps = 0;
    for (const Op& op : function_.ops)
        if (ends_phase(op))
            function_.control_ops[op.extra].is_quiet_behind =
                is_quiet_from(static_cast<Pc>(&op - function_.ops.data()) + 1, steps);
}

} // namespace vgpu::exec
