// Control flow, barriers and fences as descriptors; exec carries them out (PTX ISA 9.7.12, 9.7.13).
#include "vgpu/isa/semantics/choose.hpp"

namespace vgpu::isa::semantics {
namespace {

bool act(Instruction& instruction, ControlAction action) {
    instruction.control.action = action;
    return true;
}

// Sources of a barrier are always: its number, the count of threads (0: all of the block), and for
// a reduction the predicate.
void insert_thread_count(Instruction& instruction) {
    Source all;
    all.storage = Storage::word;
    instruction.sources.insert(instruction.sources.begin() + 1, all);
}

bool is_aligned(const Form& form) { return form.source.opcode == "bar" || form.has("aligned"); }

} // namespace

bool branch(const Form&, Instruction& instruction) {
    return act(instruction, ControlAction::branch);
}
bool branch_indexed(const Form&, Instruction& instruction) {
    return act(instruction, ControlAction::branch_indexed);
}
bool call(const Form&, Instruction& instruction) { return act(instruction, ControlAction::call); }
bool return_(const Form&, Instruction& instruction) {
    return act(instruction, ControlAction::return_);
}
bool exit(const Form&, Instruction& instruction) { return act(instruction, ControlAction::exit); }
bool trap(const Form&, Instruction& instruction) { return act(instruction, ControlAction::trap); }
bool breakpoint(const Form&, Instruction& instruction) {
    return act(instruction, ControlAction::breakpoint);
}
bool nothing(const Form&, Instruction& instruction) {
    instruction.sources.clear();
    return act(instruction, ControlAction::nothing);
}
// Observers want to know of those between the generic proxy and the asynchronous one.
bool proxy_fence(const Form& form, Instruction& instruction) {
    const std::string_view where = form.which("global|shared::cta|shared::cluster");
    const bool orders = form.has("async") && where != "global";
    return act(instruction, orders ? ControlAction::proxy_fence : ControlAction::nothing);
}
bool release_maps(const Form&, Instruction& instruction) {
    return act(instruction, ControlAction::release_maps);
}
bool stack_allocate(const Form&, Instruction& instruction) {
    return act(instruction, ControlAction::stack_allocate);
}
bool stack_save(const Form&, Instruction& instruction) {
    return act(instruction, ControlAction::stack_save);
}
bool stack_restore(const Form&, Instruction& instruction) {
    return act(instruction, ControlAction::stack_restore);
}
bool commit_copies(const Form&, Instruction& instruction) {
    return act(instruction, ControlAction::commit_copies);
}
bool wait_for_copies(const Form&, Instruction& instruction) {
    return act(instruction, ControlAction::wait_for_copies);
}
bool commit_bulk_copies(const Form&, Instruction& instruction) {
    return act(instruction, ControlAction::commit_bulk_copies);
}
bool wait_for_bulk_copies(const Form& form, Instruction& instruction) {
    return act(instruction, form.has("read") ? ControlAction::wait_for_bulk_reads
                                             : ControlAction::wait_for_bulk_copies);
}
bool wait_for_all_copies(const Form&, Instruction& instruction) {
    return act(instruction, ControlAction::wait_for_all_copies);
}
bool sleep(const Form&, Instruction& instruction) { return act(instruction, ControlAction::sleep); }

bool barrier(const Form& form, Instruction& instruction) {
    instruction.control.barrier = form.has("arrive") ? BarrierForm::arrive : BarrierForm::sync;
    instruction.control.aligned = is_aligned(form);
    if (instruction.sources.size() == 1) insert_thread_count(instruction);
    return act(instruction, ControlAction::block_barrier);
}
bool barrier_reduction(const Form& form, Instruction& instruction) {
    instruction.control.barrier = form.has("popc")  ? BarrierForm::reduce_popc
                                  : form.has("and") ? BarrierForm::reduce_and
                                                    : BarrierForm::reduce_or;
    instruction.control.aligned = is_aligned(form);
    if (instruction.sources.size() == 2) insert_thread_count(instruction);
    return act(instruction, ControlAction::block_barrier);
}
bool warp_barrier(const Form&, Instruction& instruction) {
    instruction.member_mask = 0;
    return act(instruction, ControlAction::warp_barrier);
}
bool cluster_arrive(const Form& form, Instruction& instruction) {
    instruction.control.aligned = form.has("aligned");
    instruction.control.ordering = form.has("relaxed") ? Ordering::relaxed : Ordering::release;
    return act(instruction, ControlAction::cluster_arrive);
}
bool cluster_wait(const Form& form, Instruction& instruction) {
    instruction.control.aligned = form.has("aligned");
    instruction.control.ordering = Ordering::acquire;
    return act(instruction, ControlAction::cluster_wait);
}
bool fence(const Form& form, Instruction& instruction) {
    const auto order = form.which("sc|acq_rel|acquire|release");
    // membar is a sequentially consistent fence; one that says nothing acquires and releases.
    const bool is_sequential = order == "sc" || form.row.opcode() == "membar";
    instruction.control.ordering = is_sequential        ? Ordering::sequential
                                   : order == "acquire" ? Ordering::acquire
                                   : order == "release" ? Ordering::release
                                                        : Ordering::acquire_release;
    const auto scope = form.which("cta|cluster|gpu|gl|sys");
    instruction.control.scope = scope == "cta"       ? Scope::cta
                                : scope == "cluster" ? Scope::cluster
                                : scope == "sys"     ? Scope::system
                                                     : Scope::gpu;
    return act(instruction, ControlAction::fence);
}

} // namespace vgpu::isa::semantics
