// From a line of PTX to the line of CUDA source it came from, for a text that the parser or the
// instruction table refused and of which therefore no line table exists.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace vgpu::runtime {

struct SourceLine {
    std::string file;
    int line = 0;
};

// Uses the last `.loc` before the end of that line (counted from 1) in the same function. From
// inlined code it goes on to the call, as ptx/debug_info.hpp does. nullopt without line
// information.
std::optional<SourceLine> source_of_line(std::string_view ptx, int ptx_line);

} // namespace vgpu::runtime
