// The instructions that the virtual GPU was compiled for, and whether this processor has them.
//
// Its loops are compiled for the machine that builds them (WORKBOOK_NATIVE). On an older machine,
// another node of a cluster say, it would die of SIGILL in the middle of a call.
#pragma once

#include <span>
#include <vector>

namespace vgpu::engine {

struct InstructionSet {
    const char* name; // "AVX2"
    bool is_used;     // by the compiled code
    bool is_there;    // on this processor
};

// Those of x86-64 that a compiler uses by itself; none on other processors.
std::vector<InstructionSet> instruction_sets();

// The name of the first set that is used and not there; nullptr if there is none.
const char* missing_instructions(std::span<const InstructionSet> sets);

} // namespace vgpu::engine
