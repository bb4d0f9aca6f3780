// What two faults have in common that are told as one, with a count: what happened, to which
// allocation, at which line. A line of CUDA may be many instructions (a struct that is copied), so
// these tell faults apart only where there are no lines.
//
// In a header, because who watches (observe) does not link what runs (exec).
#pragma once

#include "vgpu/exec/fault.hpp"

#include <algorithm>
#include <string>

namespace vgpu::exec {

inline std::string place_key(const Site& site) {
    std::string key;
    if (site.frames.empty() || site.frames.front().line == 0) key += site.instruction;
    for (const SourceFrame& frame : site.frames)
        key.append("|").append(frame.file).append(":").append(std::to_string(frame.line));
    return key;
}

inline std::string place_key(const Fault& fault) {
    std::string key = std::to_string(static_cast<int>(fault.kind));
    for (const std::string* part : {&fault.message, &fault.site.kernel, &fault.allocation})
        key.append("|").append(*part);
    // Of a race, whichever came first.
    const std::string one = place_key(fault.site), other = place_key(fault.other);
    key.append("|").append(std::min(one, other)).append("|").append(std::max(one, other));
    // Without a place in a kernel (a double free, say) it is the address that tells faults apart.
    if (fault.site.kernel.empty()) key.append("|").append(std::to_string(fault.address));
    return key;
}

} // namespace vgpu::exec
