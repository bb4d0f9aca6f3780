// Registers that hold one and the same value for as long as a warp is in the function: they have
// one definition, made of constants, parameters, thread numbers and other such registers. If an
// access takes its addresses from one, each warp looks only once at how its lanes' values differ.
#include "vgpu/exec/analyse/code_facts.hpp"
#include "vgpu/exec/lower/frame_layout.hpp"

#include <algorithm>
#include <functional>
#include <queue>

namespace vgpu::exec {

using isa::Source;

namespace {

// For each place in the code: the first target behind it of a branch from before the place. A
// thread that reaches an instruction between the two has passed the place.
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

bool is_fixed(const Source& source, ptx::Index pc, const CodeFacts& facts) {
    switch (source.from) {
    case Source::From::constant:
    case Source::From::symbol:
        return true;
    case Source::From::special:
        return !FrameLayout::is_clock(source.special);
    case Source::From::reg:
        return facts.is_fixed(source.reg, pc);
    }
    return false;
}

} // namespace

void find_fixed_registers(const isa::Function& function, CodeFacts& facts) {
    if (!function.source->branch_targets.empty()) return; // brx.idx
    const std::vector<ptx::Index> ends = ends_of_passing(function);
    for (ptx::Index pc = 0; pc < function.code.size(); ++pc) {
        const isa::Instruction& instruction = function.code[pc];
        if (instruction.guard != ptx::no_index || instruction.destinations.size() != 1) continue;
        const ptx::Index reg = instruction.destinations[0].reg;
        const auto is_fixed_source = [&](const Source& source) {
            return is_fixed(source, pc, facts);
        };
        const bool is_made_of_fixed = instruction.kind == isa::Kind::lane &&
                                      std::ranges::all_of(instruction.sources, is_fixed_source);
        if (facts.counts.definitions(reg) == 1 && (is_made_of_fixed || facts.uniform.contains(reg)))
            facts.fixed_until.emplace(reg, ends[pc]);
    }
}

} // namespace vgpu::exec
