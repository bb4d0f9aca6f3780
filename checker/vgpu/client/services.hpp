// The program's answers to what the engine asks while it serves a call (calls/services.def).
#pragma once

#include "vgpu/calls/services.hpp"

namespace vgpu::client {

// What answers are made of, and where they go.
class Answer : public calls::Writer {
  public:
    Answer(std::span<std::byte> room, std::byte* staging_area)
        : Writer(room), staging(staging_area) {}
    std::byte* staging;
    int file = -1; // goes with the answer; the sender's to close
};

// Answers the question of this number. Throws calls::ProtocolError when there is none, or its
// arguments are not its own.
void serve(std::uint16_t service, calls::Reader question, Answer& answer);

} // namespace vgpu::client

// Where a debugger stops at what the virtual GPU found: the stack has the call that waited for it.
extern "C" void workbook_virtual_gpu_says(const char* text, std::size_t bytes);
