// docs/reference/instructions.md, derived from the table.
#pragma once

#include "vgpu/isa/table.hpp"

#include <map>
#include <set>
#include <string>

namespace vgpu::isa {

// Which test files, by name, execute the form of a row.
using Coverage = std::map<const Row*, std::set<std::string>>;

std::string reference_text(const Coverage& coverage);

} // namespace vgpu::isa
