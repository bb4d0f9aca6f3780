// Registers that hold one and the same value for as long as a warp is in the function: they have
// one definition, made of constants, parameters, thread numbers and other such registers. Where an
// access takes its addresses from one, how its lanes lie is looked at once for each warp.
#include "vgpu/exec/lower/lowering_steps.hpp"

#include <queue>

namespace vgpu::exec {

using isa::Source;

namespace {

// For each place in the code the first one behind it that a branch from before the place leads to:
// each thread that reaches an instruction before it has passed the place.
std::vector<ptx::Index> ends_of_passing(const isa::Function& function) {
    const auto size = static_cast<ptx::Index>(function.code.size());
    std::vector<ptx::Index> ends(size, size);
    std::priority_queue<ptx::Index, std::vector<ptx::Index>, std::greater<>> targets;
    for (ptx::Index at = 0; at < size; ++at) {
        while (!targets.empty() && targets.top() <= at) targets.pop();
        if (!targets.empty()) ends[at] = targets.top();
        const ptx::Index target = function.code[at].target;
        if (target != ptx::no_index) targets.push(target);
    }
    return ends;
}

} // namespace

bool Lowering::is_fixed(const Source& source) const {
    switch (source.from) {
    case Source::From::constant:
    case Source::From::symbol:
        return true;
    case Source::From::special:
        return !FrameLayout::is_clock(source.special);
    case Source::From::reg:
        return is_fixed_here(source.reg);
    }
    return false;
}

bool Lowering::is_fixed_here(ptx::Index reg) const {
    const auto found = fixed_.find(reg);
    return found != fixed_.end() && source_pc_ < found->second;
}

void Lowering::find_fixed() {
    if (!source_.branch_targets.empty()) return; // brx.idx
    const std::vector<ptx::Index> ends = ends_of_passing(resolved_);
    for (source_pc_ = 0; source_pc_ < resolved_.code.size(); ++source_pc_) {
        instruction_ = &resolved_.code[source_pc_];
        if (instruction_->guard != ptx::no_index || instruction_->destinations.size() != 1)
            continue;
        const ptx::Index reg = instruction_->destinations[0].reg;
        const bool is_made_of_fixed =
            instruction_->kind == isa::Kind::lane &&
            std::ranges::all_of(instruction_->sources,
                                [this](const Source& source) { return is_fixed(source); });
        if (counts_.definitions(reg) == 1 && (is_made_of_fixed || uniform_.contains(reg)))
            fixed_.emplace(reg, ends[source_pc_]);
    }
}

} // namespace vgpu::exec
