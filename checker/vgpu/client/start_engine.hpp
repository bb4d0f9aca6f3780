// Where the engine is: one that a checker has started, or one of the program's own.
#pragma once

#include <string>

namespace vgpu::client {

// A descriptor through which threads' channels reach the engine; -1 and the problem if there is
// none.
int engine_door(std::string& problem);

} // namespace vgpu::client
