// Barrier objects in shared memory (PTX ISA 9.7.13.15): what is to be done, for the executor.
#include "vgpu/isa/mbarrier.hpp"
#include "vgpu/isa/semantics/memory.hpp"

namespace vgpu::isa::semantics {
namespace {

// `.sem` and `.scope` come together or not at all.
bool describe(const Form& form, Instruction& instruction, MBarrierForm what) {
    const bool has_order = !form.which("acquire|release|relaxed").empty();
    if (has_order != !form.which("cta|cluster").empty()) return false;
    MemoryOperation& memory = instruction.memory;
    memory.action = MemoryAction::mbarrier;
    memory.space = form.which("shared|shared::cta|shared::cluster").empty() ? ptx::Space::generic
                                                                            : ptx::Space::shared;
    memory.in_cluster = form.has("shared::cluster");
    memory.type = ptx::Type::b64;
    memory.width = 8;
    memory.mbarrier.form = what;
    memory.mbarrier.is_relaxed = form.has("relaxed");
    return true;
}

bool arrive(const Form& form, Instruction& instruction, MBarrierForm what) {
    MBarrierOperation& operation = instruction.memory.mbarrier;
    operation.expects_bytes = form.has("expect_tx");
    operation.may_not_complete = form.has("noComplete");
    // An arrival from elsewhere in the cluster gets no state.
    if (form.has("shared::cluster") && instruction.destinations[0].reg != ptx::no_index)
        return false;
    return describe(form, instruction, what);
}

std::uint32_t pending_count(std::uint64_t state) { return MBarrierState::from(state).pending; }

} // namespace

bool mbarrier_init(const Form& form, Instruction& instruction) {
    return describe(form, instruction, MBarrierForm::init);
}
bool mbarrier_invalidate(const Form& form, Instruction& instruction) {
    return describe(form, instruction, MBarrierForm::invalidate);
}
bool mbarrier_arrive(const Form& form, Instruction& instruction) {
    return arrive(form, instruction, MBarrierForm::arrive);
}
bool mbarrier_arrive_drop(const Form& form, Instruction& instruction) {
    return arrive(form, instruction, MBarrierForm::arrive_drop);
}
bool mbarrier_expect_tx(const Form& form, Instruction& instruction) {
    return describe(form, instruction, MBarrierForm::expect_bytes);
}
bool mbarrier_complete_tx(const Form& form, Instruction& instruction) {
    return describe(form, instruction, MBarrierForm::complete_bytes);
}
bool mbarrier_wait(const Form& form, Instruction& instruction) {
    instruction.memory.mbarrier.by_parity = form.has("parity");
    instruction.sources.resize(1); // how long try_wait may take is up to the device
    return describe(form, instruction, MBarrierForm::wait);
}
bool mbarrier_copies_arrive(const Form& form, Instruction& instruction) {
    instruction.memory.mbarrier.is_counted = form.has("noinc");
    return describe(form, instruction, MBarrierForm::copies_arrive);
}
bool mbarrier_pending_count(const Form&, Instruction& instruction) {
    return use(instruction, lane<pending_count>);
}

} // namespace vgpu::isa::semantics
