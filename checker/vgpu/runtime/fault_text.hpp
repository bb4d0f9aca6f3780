// A fault as others read it: JSON for the trace (docs/reference/trace.md), compute-sanitizer's
// layout for a person's terminal.
#pragma once

#include "vgpu/exec/fault.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace vgpu::runtime {

std::string_view name_of(exec::FaultKind kind); // "invalid_write"

nlohmann::json to_json(const exec::Fault& fault);

// Several lines, each with compute-sanitizer's "========= " in front.
std::string sanitizer_text(const exec::Fault& fault);

// Text of a hostile program in a bounded length.
std::string bounded(std::string_view text);

} // namespace vgpu::runtime
