// Names as NVIDIA's tools print them: "add(const int *, int *, int)".
#pragma once

#include <string>
#include <string_view>

namespace vgpu::exec {

// A mangled name for a person; a name that is not mangled stays as it is.
std::string readable_name(std::string_view mangled);

// Turns the ABI's spelling ("add(int const*, int*)") into that of cu++filt and compute-sanitizer.
std::string respell(std::string_view demangled);

} // namespace vgpu::exec
