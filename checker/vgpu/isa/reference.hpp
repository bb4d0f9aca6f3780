// docs/reference/instructions.md, written from the table.
#pragma once

#include <string>

namespace vgpu::isa {

std::string reference_text();

} // namespace vgpu::isa
