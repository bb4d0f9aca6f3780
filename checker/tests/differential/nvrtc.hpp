// CUDA C++ to PTX by NVRTC, which is loaded when it is first needed: a machine without it can still
// run the programs that are PTX.
#pragma once

#include "device.hpp"

#include <string>

namespace differential {

bool has_nvrtc();

// The PTX; `error` has NVRTC's log if there is none.
std::string compile_with_nvrtc(const std::string& source, const Compilation& how,
                               std::string& error);

} // namespace differential
