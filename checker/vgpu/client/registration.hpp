// The program's device code, as nvcc's start-up code registers it before main: kept until a call
// needs the engine, so that a program without such a call does not start it.
#pragma once

#include <cstdint>
#include <span>

namespace vgpu::client {

// Sends the registrations that the engine does not have yet. Called before every call.
void send_registrations();
// Called after a fork: the child's engine has no registrations yet.
void send_registrations_again();

// The parameters of the kernel that this thread is launching, as the engine asked for them: the
// next launch of that kernel brings them along.
void note_parameters(std::span<const std::uint32_t> sizes);
void forget_parameters();

} // namespace vgpu::client
