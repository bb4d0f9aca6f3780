// Decides which faults are reported as one, with a count. They have in common what happened and the
// line; and the instruction, or the allocation: a line of CUDA may be many instructions (a struct
// that is copied), and one instruction may meet many allocations (in a loop of launches). In a
// program without lines the kernel takes their place: otherwise each round of an unrolled loop
// would be reported.
//
// This is a header because the observers (observe) do not link the executor (exec).
#pragma once

#include "vgpu/exec/fault.hpp"

#include <algorithm>
#include <string>

namespace vgpu::exec {

enum class MergedBy { instruction, allocation };

inline std::string place_key(const Site& site, MergedBy merged_by) {
    std::string key;
    // The compiler has merged code of several lines: no line identifies it.
    const bool is_merged = !site.frames.empty() && site.frames.front().line == 0;
    if (merged_by == MergedBy::instruction || is_merged) key += site.instruction;
    for (const SourceFrame& frame : site.frames)
        key.append("|").append(frame.file).append(":").append(std::to_string(frame.line));
    return key;
}

// Two faults with one of these in common are one to a person.
inline std::string place_key(const Fault& fault, MergedBy merged_by) {
    std::string key = std::to_string(static_cast<int>(merged_by));
    key.append("|").append(std::to_string(static_cast<int>(fault.kind)));
    key.append("|").append(fault.message).append("|").append(fault.site.kernel);
    if (merged_by == MergedBy::allocation) key.append("|").append(fault.allocation);
    // For a race it does not matter which access came first.
    const std::string one = place_key(fault.site, merged_by),
                      other = place_key(fault.other, merged_by);
    key.append("|").append(std::min(one, other)).append("|").append(std::max(one, other));
    // Faults without a place in a kernel (a double free, say) differ by their address.
    if (fault.site.kernel.empty()) key.append("|").append(std::to_string(fault.address));
    return key;
}

} // namespace vgpu::exec
