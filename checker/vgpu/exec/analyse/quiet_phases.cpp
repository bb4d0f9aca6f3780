// Phases in which no thread of a block stores to shared memory: from a barrier of the whole block
// to the next one. A tile that is filled before the barrier and read behind it is read in such a
// phase, so its loads cannot race: what stored before, and what stores later, is ordered by the
// barriers.
#include "vgpu/exec/analyse/quiet_phases.hpp"

#include "vgpu/exec/analyse/control_effects.hpp"
#include "vgpu/exec/analyse/memory_effects.hpp"

namespace vgpu::exec {

namespace {
// For all barriers of a function. A phase that takes more steps counts as one with stores.
constexpr std::size_t most_steps = 1 << 20;

class QuietPhases {
  public:
    QuietPhases(const Program& program, const isa::Function& resolved, Offset all_lanes,
                const ExecutableFunction& function)
        : program_(program), resolved_(resolved), all_lanes_(all_lanes), function_(function) {}

    // Whether all threads of the block wait here, whichever way they come.
    bool ends_phase(const Op& op) const;
    // Whether no path from `first` to the end of the phase stores to shared memory.
    bool is_quiet_from(Pc first);

  private:
    bool stores_to_shared(const Op& op) const;
    bool is_guarded(const Op& op) const { return op.guard != all_lanes_ || op.guard_flip != 0; }

    const Program& program_;
    const isa::Function& resolved_;
    Offset all_lanes_;
    const ExecutableFunction& function_;
    std::size_t steps_ = 0;
};

bool QuietPhases::stores_to_shared(const Op& op) const {
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

bool QuietPhases::ends_phase(const Op& op) const {
    if (op.kind != OpKind::control || is_guarded(op)) return false;
    const isa::ControlOperation& operation = function_.control_ops[op.extra].operation;
    if (operation.action != isa::ControlAction::block_barrier ||
        operation.barrier == isa::BarrierForm::arrive)
        return false;
    const isa::Source& threads = resolved_.code[op.source_pc].sources[1];
    return threads.from == isa::Source::From::constant && threads.bits == 0;
}

bool QuietPhases::is_quiet_from(Pc first) {
    std::vector<bool> seen(function_.ops.size(), false);
    std::vector<Pc> open{first};
    while (!open.empty()) {
        const Pc pc = open.back();
        open.pop_back();
        if (seen[pc]) continue;
        seen[pc] = true;
        const Op& op = function_.ops[pc];
        if (++steps_ > most_steps || stores_to_shared(op)) return false;
        if (op.kind == OpKind::end || ends_phase(op)) continue;
        bool goes_on = true;
        if (op.kind == OpKind::branch) {
            open.push_back(op.extra);
            goes_on = is_guarded(op);
        } else if (op.kind == OpKind::control) {
            const ControlOp& control = function_.control_ops[op.extra];
            open.insert(open.end(), control.targets.begin(), control.targets.end());
            const ControlEffect effect = effect_of(control.operation.action);
            goes_on = is_guarded(op) || !(effect.ends_thread || effect.jumps);
        }
        if (goes_on) open.push_back(pc + 1);
    }
    return true;
}

} // namespace

void mark_quiet_barriers(const Program& program, const isa::Function& resolved, Offset all_lanes,
                         ExecutableFunction& function) {
    if (!resolved.source->is_entry) return; // what comes behind a return is not known
    QuietPhases phases(program, resolved, all_lanes, function);
    for (const Op& op : function.ops)
        if (phases.ends_phase(op))
            function.control_ops[op.extra].is_quiet_behind =
                phases.is_quiet_from(static_cast<Pc>(&op - function.ops.data()) + 1);
}

} // namespace vgpu::exec
