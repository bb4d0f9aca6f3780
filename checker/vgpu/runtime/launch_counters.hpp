// What was counted of a launch, as the trace has it (docs/reference/trace.md).
#pragma once

#include "vgpu/observe/observe.hpp"

#include <nlohmann/json.hpp>

namespace vgpu::runtime {

// `with_instructions`: all counters of a profile; otherwise only those that are always counted.
nlohmann::json totals_of(const observe::LaunchTraffic& traffic, bool with_instructions);
nlohmann::json lines_of(const observe::LaunchTraffic& traffic, bool with_instructions);
// What the lanes of a few warps did, line by line.
nlohmann::json warps_of(const observe::LaunchTraffic& traffic);

} // namespace vgpu::runtime
