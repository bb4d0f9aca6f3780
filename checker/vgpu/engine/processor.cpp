// Whether this processor has the instructions that the virtual GPU was compiled for.
#include "vgpu/engine/processor.hpp"

#include <algorithm>
#include <vector>

namespace vgpu::engine {

extern const bool built_for[]; // built_for.cpp, in the order of instruction_sets.def

std::vector<InstructionSet> instruction_sets() {
    std::vector<InstructionSet> sets;
#if defined(__x86_64__)
    __builtin_cpu_init();
    std::size_t at = 0;
#define VGPU_INSTRUCTION_SET(name, macro, supports)                                                \
    sets.push_back({name, built_for[at++], __builtin_cpu_supports(supports) != 0});
#include "vgpu/engine/instruction_sets.def"
#endif
    return sets;
}

const char* missing_instructions(std::span<const InstructionSet> sets) {
    const auto found = std::ranges::find_if(
        sets, [](const InstructionSet& set) { return set.is_used && !set.is_there; });
    return found == sets.end() ? nullptr : found->name;
}

} // namespace vgpu::engine
