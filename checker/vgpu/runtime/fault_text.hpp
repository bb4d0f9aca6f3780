// A fault as others read it: JSON for the trace (docs/reference/trace.md), compute-sanitizer's
// layout for a person's terminal.
#pragma once

#include "vgpu/exec/fault.hpp"

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <string_view>

namespace vgpu::runtime {

nlohmann::json to_json(const exec::Fault& fault);

// Whether the site's source lines are known and all are in headers, not in the program's own code.
bool has_headers_alone(const exec::Site& site);

// folded: the program's own lines come first, and one line stands for inlined code of library
// headers.
enum class Frames { folded, all };

// Several lines, each with compute-sanitizer's "========= " in front.
std::string sanitizer_text(const exec::Fault& fault, Frames frames = Frames::folded);

// Text of a hostile program in a bounded length.
std::string bounded(std::string_view text);

} // namespace vgpu::runtime
