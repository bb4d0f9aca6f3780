// Accesses that take their addresses from one register, like those of an unrolled loop to [%r1],
// [%r1+4], [%r1+8]: only the first of them has to look at how the lanes' values lie, as long as
// nothing but straight code comes between them and leaves the register as it is.
#include "vgpu/exec/lowering_steps.hpp"

namespace vgpu::exec {

namespace {

Offset lane_addresses(const MemoryOp& access) {
    return access.base == AddressBase::element ? access.index_offset : access.base_offset;
}

bool shares_addresses(const MemoryOp& one, const MemoryOp& other) {
    return one.base == other.base && lane_addresses(one) == lane_addresses(other) &&
           one.index_is_signed == other.index_is_signed;
}

bool has_lane_addresses(const MemoryOp& access) {
    return access.plain && access.base != AddressBase::kernel_parameter &&
           access.base != AddressBase::frame_parameter;
}

} // namespace

void Lowering::link_accesses() {
    std::vector<MemoryOp*> leaders; // whose registers are as they were
    const auto forget = [&leaders](Offset written) {
        std::erase_if(leaders, [written](const MemoryOp* leader) {
            return lane_addresses(*leader) == written;
        });
    };
    for (Op& op : function_.ops) {
        if (op.straight_ops == 0) leaders.clear();
        if (op.kind != OpKind::memory) {
            for (int i = 0; i < isa::most_results; ++i) forget(op.operands[i]);
            continue;
        }
        MemoryOp& access = function_.memory_ops[op.extra];
        op.access = &access;
        access.leader = &access;
        if (op.straight_ops != 0 && has_lane_addresses(access)) {
            const auto found = std::ranges::find_if(
                leaders, [&](const MemoryOp* leader) { return shares_addresses(*leader, access); });
            if (found != leaders.end())
                access.leader = *found;
            else
                leaders.push_back(&access);
        }
        if (access.operation.action != isa::MemoryAction::store)
            for (const ElementSlot& element : access.elements) forget(element.offset);
    }
}

} // namespace vgpu::exec
