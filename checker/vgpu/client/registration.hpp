// The program's device code, as nvcc's start-up code tells of it before main: kept until a call
// needs the engine, so that a program without one does not start it.
#pragma once

#include <cstdint>
#include <span>

namespace vgpu::client {

// Tells the engine what it has not been told yet. Before every call.
void send_registrations();
// After a fork: the child's engine knows nothing.
void send_registrations_again();

// The parameters of the kernel that this thread is launching, as the engine asked for them: the
// next launch of that kernel brings them along.
void note_parameters(std::span<const std::uint32_t> sizes);
void forget_parameters();

} // namespace vgpu::client
