// Names of functions for people. They come from a program that may have made them up: 230
// characters can stand for 2^29, and no demangler says so beforehand.
#pragma once

#include <string>
#include <string_view>

namespace vgpu::ptx {

// "_Z5scalePf" -> "scale(float*)"; a name that is not mangled stays as it is. A name that may stand
// for very much more than it is long is shown without its arguments: "cub::scan<...>(...)". No
// result is longer than limits::function_name.
std::string demangle(std::string_view mangled);

} // namespace vgpu::ptx
