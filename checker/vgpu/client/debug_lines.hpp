// Lines of source of a host program: its .debug_line section (DWARF 2 to 5) and nothing else of its
// debugging information. Bytes that make no sense end the search; they are never trusted.
//
// Written here because no library for it is a package on every system that the workbook runs on
// (docs/decisions/0010).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace vgpu::client {

struct HostLine {
    std::string file; // with its folder, as far as the compiler wrote it
    int line = 0;
    bool operator==(const HostLine&) const = default;
};

struct DebugSections {
    std::span<const std::byte> lines;        // .debug_line
    std::span<const std::byte> line_strings; // .debug_line_str
    std::span<const std::byte> strings;      // .debug_str
};

// The line of the instruction at an address of the file, then those of the instructions before it
// down to the function's first one, nearest first: of code that was inlined, the line that it was
// inlined at is mostly among them. Empty when there is no line.
std::vector<HostLine> lines_up_to(const DebugSections& sections, std::uint64_t function,
                                  std::uint64_t address);

} // namespace vgpu::client
