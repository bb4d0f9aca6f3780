// The functions behind the calls of a program, by number.
#pragma once

#include "vgpu/calls/calls.hpp"

namespace vgpu::engine {

// Takes the arguments, makes the call, writes the result and what comes back. Throws
// calls::ProtocolError when there is no such function or the arguments are not its own.
void dispatch(std::uint16_t function, calls::Reader arguments, calls::Writer& result);

} // namespace vgpu::engine
