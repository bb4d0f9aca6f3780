// Interpreter, of values that are followed: what each op does with them (followed_loads.hpp).
#include "vgpu/exec/followed_loads.hpp"

#include "vgpu/exec/faults.hpp"
#include "vgpu/exec/interpreter.hpp"

namespace vgpu::exec {

namespace {

// Calls read(slot) and written(slot) for the registers that an op names, but for its guard.
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
        if (access.copy_target != nullptr) read(access.copy_target->base_offset);
        if (access.copy_barrier != nullptr) read(access.copy_barrier->base_offset);
        for (const Offset value : access.values) read(value);
        for (const ElementSlot& element : access.elements)
            access.operation.action == isa::MemoryAction::store ? read(element.offset)
                                                                : written(element.offset);
        return;
    }
    if (op.kind == OpKind::control) {
        const ControlOp& control = function.control_ops[op.extra];
        const bool is_call = control.operation.action == isa::ControlAction::call;
        if (is_call && control.callee == no_callee) read(control.callee_address);
        for (const CallValue& value : control.arguments)
            if (value.in_register) read(value.offset);
        for (const CallValue& value : control.returns)
            if (value.in_register) written(value.offset);
        if (is_call) return;
    }
    if (op.kind == OpKind::branch || op.kind == OpKind::end || op.kind == OpKind::counted ||
        op.kind == OpKind::clock)
        return;
    for (const Offset source : function.sources_of(op)) read(source);
    for (const Offset result : function.results_of(op)) written(result);
}

} // namespace

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
    default:
        each_register(
            function, op, [&](Offset slot) { use(slot, active); },
            [&](Offset slot) { loads.overwrite(slot, active); });
    }
}

namespace {

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
    if (op.kind == OpKind::control &&
        function.control_ops[op.extra].operation.action == isa::ControlAction::group_product)
        return true; // it looks at its registers itself
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
