// The program's memory as the engine asks for it, and device memory as the program sees it.
#pragma once

#include "vgpu/calls/services.hpp"

#include <cstddef>
#include <cstdint>
#include <string>

namespace vgpu::client {

// Whether all of [address, address + bytes) is mapped in this process. It may still be protected.
bool is_mapped(std::uint64_t address, std::uint64_t bytes);

// The length of a text that ends with a NUL; UINT64_MAX when memory ends before, or it is longer
// than `most`.
std::uint64_t text_length(std::uint64_t address, std::uint64_t most);

// What this process has there, in words: "a variable on the host's stack"; empty where it has
// nothing.
std::string memory_at(std::uint64_t address);

// Keeps the device addresses without access rights, so that host code that touches one gets
// SIGSEGV. `file` has the bytes that are shared, at their offsets in the window; it is this side's
// from now on. Once a process: later calls close the file. Throws calls::ProtocolError where the
// addresses are taken.
void open_window(std::uint64_t address, std::uint64_t bytes, int file);
bool in_window(std::uint64_t address);

// Shared device memory (pinned, managed): to be seen at its address, and not any more.
void show(std::uint64_t address, std::uint64_t bytes);
void hide(std::uint64_t address, std::uint64_t bytes);

// cudaHostRegister: pages of the program's become those of shared device memory, with what stands
// in them. Where they are shared with others already (`shared`: the caller knows) they can be seen
// at the device address, too, and the engine needs their file.
calls::SharedPages share_pages(std::uint64_t begin, std::uint64_t bytes, std::uint64_t device,
                               bool shared);
// The bytes stay where they are for the program, in pages of its own.
void unshare_pages(std::uint64_t begin, std::uint64_t bytes);

} // namespace vgpu::client
