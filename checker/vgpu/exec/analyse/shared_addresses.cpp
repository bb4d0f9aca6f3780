// Accesses that take their addresses from one register, like those of an unrolled loop to [%r1],
// [%r1+4], [%r1+8]: only the first of them looks at how the lanes' values differ, as long as only
// straight code that leaves the register as it is comes between them. Even the first need not look
// again in each round of a loop that is only straight code and adds the same to all lanes of the
// register: their differences stay.
#include "vgpu/exec/analyse/shared_addresses.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <unordered_set>
#include <vector>

namespace vgpu::exec {

namespace {

using isa::Source;
using isa::SpecialRegister;

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

bool is_same_in_a_warp(SpecialRegister special) {
    switch (special) {
    case SpecialRegister::ntid_x:
    case SpecialRegister::ntid_y:
    case SpecialRegister::ntid_z:
    case SpecialRegister::ctaid_x:
    case SpecialRegister::ctaid_y:
    case SpecialRegister::ctaid_z:
    case SpecialRegister::nctaid_x:
    case SpecialRegister::nctaid_y:
    case SpecialRegister::nctaid_z:
        return true;
    default:
        return false;
    }
}

// Values that are equal in all lanes of a warp that have computed them.
class AlikeValues {
  public:
    AlikeValues(const isa::Function& function, const CodeFacts& facts) : facts_(facts) {
        // Computed once, from nothing that differs from lane to lane.
        for (const isa::Instruction& instruction : function.code)
            if (instruction.kind == isa::Kind::lane && instruction.guard == ptx::no_index &&
                instruction.destinations.size() == 1 &&
                facts.counts.definitions(instruction.destinations[0].reg) == 1 &&
                std::ranges::all_of(instruction.sources,
                                    [this](const Source& source) { return contain(source); }))
                registers_.insert(instruction.destinations[0].reg);
    }

    bool contain(const Source& source) const {
        return facts_.is_uniform(source) ||
               (source.from == Source::From::special && is_same_in_a_warp(source.special)) ||
               (source.from == Source::From::reg && registers_.contains(source.reg));
    }

  private:
    const CodeFacts& facts_;
    std::unordered_set<ptx::Index> registers_;
};

// An integer addition to the register there, of something that all lanes have alike.
bool adds_alike(const isa::Function& resolved, const AlikeValues& alike, const Op& op,
                Offset there) {
    if (op.kind != OpKind::lane || op.operands[0] != there) return false;
    const isa::Instruction& instruction = resolved.code[op.source_pc];
    if (instruction.meaning.role != isa::Role::add || ptx::size_of(instruction.meaning.type) < 4)
        return false;
    const bool is_first = op.operands[first_source] == there;
    return (is_first || op.operands[first_source + 1] == there) &&
           alike.contain(instruction.sources[is_first ? 1 : 0]);
}

// Whether the ops that come round from `first` on leave the lanes' differences in the register.
bool keeps_differences(const isa::Function& resolved, const AlikeValues& alike,
                       const ExecutableFunction& function, const Op& first, Offset there) {
    const std::span<const Op> ops(&first, first.straight_ops);
    return std::ranges::all_of(ops, [&](const Op& op) {
        if (op.kind == OpKind::memory) {
            const MemoryOp& access = function.memory_ops[op.extra];
            return access.operation.action == isa::MemoryAction::store ||
                   std::ranges::none_of(access.elements, [there](const ElementSlot& element) {
                       return element.offset == there;
                   });
        }
        return adds_alike(resolved, alike, op, there) ||
               std::ranges::find(op.operands, op.operands + isa::most_results, there) ==
                   op.operands + isa::most_results;
    });
}

// Ops that branches lead to: a thread that comes to one has not passed what stands before it. Sets
// Op::comes_round.
std::vector<bool> find_targets(ExecutableFunction& function) {
    std::vector<bool> targets(function.ops.size(), false);
    for (const Op& op : function.ops) {
        if (op.kind != OpKind::branch) continue;
        Op& target = function.ops[op.extra];
        targets[op.extra] = true;
        if (target.straight_ops != 0 && &target + target.straight_ops == &op)
            target.comes_round = true;
    }
    for (const ControlOp& control : function.control_ops)
        for (const Pc target : control.targets) targets[target] = true;
    return targets;
}

} // namespace

void link_accesses(const isa::Function& resolved, const CodeFacts& facts, FrameLayout& layout,
                   ExecutableFunction& function) {
    const AlikeValues alike(resolved, facts);
    const std::vector<bool> is_target = find_targets(function);
    std::vector<MemoryOp*> leaders; // whose registers have not changed since
    const auto forget = [&leaders](Offset written) {
        std::erase_if(leaders, [written](const MemoryOp* leader) {
            return lane_addresses(*leader) == written;
        });
    };
    const Op* round = nullptr; // the first of the ops that come round
    // Fixed registers, by where they lie and how addresses are made of them.
    std::map<std::tuple<Offset, AddressBase, bool>, std::size_t> fixed;
    std::vector<std::size_t> matches(function.memory_ops.size());
    std::size_t match_count = 0;
    for (Op& op : function.ops) {
        if (op.straight_ops == 0 || is_target[static_cast<std::size_t>(&op - function.ops.data())])
            leaders.clear();
        if (op.straight_ops == 0) round = nullptr;
        if (op.comes_round) round = &op;
        if (op.kind != OpKind::memory) {
            for (int i = 0; i < isa::most_results; ++i) forget(op.operands[i]);
            continue;
        }
        MemoryOp& access = function.memory_ops[op.extra];
        op.access = &access;
        access.shortcut.leader = &access;
        std::size_t& match = matches[op.extra];
        if (has_lane_addresses(access) && access.shortcut.is_fixed) {
            match = fixed
                        .try_emplace({lane_addresses(access), access.base, access.index_is_signed},
                                     match_count)
                        .first->second;
            match_count += match == match_count;
        } else {
            access.shortcut.is_fixed = false;
            match = match_count++;
        }
        if (op.straight_ops != 0 && has_lane_addresses(access) && !access.shortcut.is_fixed) {
            const auto found = std::ranges::find_if(
                leaders, [&](const MemoryOp* leader) { return shares_addresses(*leader, access); });
            if (found != leaders.end()) {
                access.shortcut.leader = *found;
                match = matches[static_cast<std::size_t>(*found - function.memory_ops.data())];
                --match_count;
            } else {
                leaders.push_back(&access);
                access.shortcut.is_steady =
                    round != nullptr &&
                    keeps_differences(resolved, alike, function, *round, lane_addresses(access));
            }
        }
        if (access.operation.action != isa::MemoryAction::store)
            for (const ElementSlot& element : access.elements) forget(element.offset);
    }
    const Offset places = layout.extra(match_count * sizeof(PatternMatch));
    for (std::size_t i = 0; i < matches.size(); ++i)
        function.memory_ops[i].shortcut.match =
            places + static_cast<Offset>(matches[i] * sizeof(PatternMatch));
}

} // namespace vgpu::exec
