// Interpreter, of values that are followed: what each op does with them (followed_loads.hpp).
#include "vgpu/exec/followed_loads.hpp"

#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/interpreter.hpp"

namespace vgpu::exec {

void Interpreter::follow_load(const AccessEvent& load, std::uint32_t lanes, const MemoryOp& access,
                              Frame& frame) {
    if (frame.followed == nullptr) frame.followed = std::make_unique<FollowedLoads>();
    frame.followed->add(load, lanes, access.elements);
    load_followed_ = true;
}

void Interpreter::follow(const Op& op, Frame& frame, std::uint32_t lanes, std::uint32_t active) {
    FollowedLoads& loads = *frame.followed;
    ExecutableFunction& function = *frame.function;
    const auto use = [&](Offset slot, std::uint32_t by) {
        loads.use(slot, by, [&](const AccessEvent& load) {
            for (Observer* observer : machine_.listeners.access) observer->on_use(load);
        });
    };
    const auto use_sources = [&] {
        for (const Offset source : function.sources_of(op)) use(source, active);
        for (const Offset result : function.results_of(op)) loads.overwrite(result, active);
    };
    use(op.guard, lanes);
    switch (op.kind) {
    case OpKind::lane:
    case OpKind::helper: {
        function.value_rules.resize(function.ops.size(), ValueRule::unknown);
        ValueRule& rule = function.value_rules[static_cast<std::size_t>(&op - function.ops.data())];
        if (rule == ValueRule::unknown) {
            const Program& program = *(*machine_.programs)[function.program];
            rule = value_rule(program.resolved().functions[function.index], op);
        }
        return loads.compute(op, rule, frame.slots, active);
    }
    case OpKind::memory: {
        const MemoryOp& access = *op.access;
        const bool is_store = access.operation.action == isa::MemoryAction::store;
        if (access.base != AddressBase::kernel_parameter &&
            access.base != AddressBase::frame_parameter) {
            use(access.base_offset, active);
            if (access.base == AddressBase::element) use(access.index_offset, active);
        }
        if (access.copy_target != nullptr) use(access.copy_target->base_offset, active);
        if (access.copy_barrier != nullptr) use(access.copy_barrier->base_offset, active);
        for (const Offset value : access.values) use(value, active);
        for (const ElementSlot& element : access.elements)
            is_store ? use(element.offset, active) : loads.overwrite(element.offset, active);
        return;
    }
    case OpKind::warp:
        return use_sources();
    case OpKind::control: {
        const ControlOp& control = function.control_ops[op.extra];
        if (control.operation.action != isa::ControlAction::call) return use_sources();
        if (control.callee == 0xffffffffu) use(control.callee_address, active);
        for (const CallValue& value : control.arguments)
            if (value.in_register) use(value.offset, active);
        for (const CallValue& value : control.returns)
            if (value.in_register) loads.overwrite(value.offset, active);
        return;
    }
    case OpKind::clock:
    case OpKind::counted:
    case OpKind::branch:
    case OpKind::end:
        return;
    }
}

namespace {

// Calls read(slot) and written(slot) for what an op names.
template <class Read, class Written>
void each_register(const ExecutableFunction& function, const Op& op, const Read& read,
                   const Written& written) {
    if (op.kind == OpKind::memory) {
        const MemoryOp& access = *op.access;
        if (access.base != AddressBase::kernel_parameter &&
            access.base != AddressBase::frame_parameter) {
            read(access.base_offset);
            if (access.base == AddressBase::element) read(access.index_offset);
        }
        for (const Offset value : access.values) read(value);
        for (const ElementSlot& element : access.elements)
            access.operation.action == isa::MemoryAction::store ? read(element.offset)
                                                                : written(element.offset);
        return;
    }
    if (op.kind == OpKind::control) {
        const ControlOp& control = function.control_ops[op.extra];
        if (control.operation.action == isa::ControlAction::group_product) return; // it looks
        for (const CallValue& value : control.arguments)
            if (value.in_register) read(value.offset);
        for (const CallValue& value : control.returns)
            if (value.in_register) written(value.offset);
        if (control.operation.action == isa::ControlAction::call) return;
    }
    if (op.kind == OpKind::branch || op.kind == OpKind::end || op.kind == OpKind::counted ||
        op.kind == OpKind::clock)
        return;
    for (const Offset source : function.sources_of(op)) read(source);
    for (const Offset result : function.results_of(op)) written(result);
}

bool is_copy(const Program& program, const ExecutableFunction& function, const Op& op) {
    return op.kind == OpKind::lane &&
           program.resolved().functions[function.index].code[op.source_pc].meaning.role ==
               isa::Role::copy;
}

} // namespace

// nvcc puts copies of registers anywhere, and ptxas takes them out again: a copy of an accumulator
// is in flight as well.
bool Interpreter::check_registers(const Op& op, Frame& frame, std::uint32_t active) {
    RegistersInFlight& registers = warp_->products.registers;
    if (active == 0 || !registers.watches(frame)) return true;
    const ExecutableFunction& function = *frame.function;
    const Program& program = *(*machine_.programs)[function.program];
    InFlight was_read = InFlight::no, was_written = InFlight::no;
    std::uint64_t product = 0;
    each_register(
        function, op,
        [&](Offset slot) {
            if (registers.use_of(slot) != InFlight::result) return;
            was_read = InFlight::result;
            product = registers.product_of(slot);
        },
        [&](Offset slot) {
            if (const InFlight use = registers.use_of(slot); use != InFlight::no) was_written = use;
        });
    if (was_written == InFlight::no && was_read != InFlight::no && is_copy(program, function, op)) {
        registers.mark(frame, op.operands[0], InFlight::result, product);
        return true;
    }
    if (was_read != InFlight::no)
        return fail(register_in_flight("read", true), op, first_lane(active));
    if (was_written == InFlight::no) return true;
    return fail(register_in_flight("written", was_written == InFlight::result), op,
                first_lane(active));
}

} // namespace vgpu::exec
