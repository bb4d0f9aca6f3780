// The lines of source behind an instruction of a host program, read by libdw (elfutils).
//
// A library of its own, libworkbook_host_lines.so beside the replacement of libcudart: a program
// loads it when a message needs a line, and not before. Where it was not built, or the program has
// no debugging information (-g), messages have no lines (docs/decisions/0010).
#pragma once

#include <cstddef>
#include <cstdint>

namespace vgpu::client {

struct HostLine {
    const char* file = nullptr; // as the compiler wrote it; stays valid
    int line = 0;
};

inline constexpr std::size_t most_inlined = 32;
inline constexpr const char* host_lines_library = "libworkbook_host_lines.so";

// workbook_host_lines(object, address, lines): the line of the instruction at `address`, an address
// of the file `object`; behind it the lines of the calls that were inlined around it, innermost
// first. Returns how many there are, 0 if nothing is known. Not for two threads at a time.
using HostLines = std::size_t(const char* object, std::uint64_t address,
                              HostLine (&lines)[most_inlined]);

} // namespace vgpu::client

extern "C" vgpu::client::HostLines workbook_host_lines;
