// Which line of a program to name for a code place.
#pragma once

#include "vgpu/exec/fault.hpp"

#include <string_view>

namespace vgpu::observe {

// The innermost frame that is not in a header of the toolkit (atomicAdd and the like are functions
// of such headers); nullptr without line information.
inline const exec::SourceFrame* frame_to_show(const exec::Site& site) {
    for (const exec::SourceFrame& frame : site.frames)
        if (frame.file.find("/include/") == std::string::npos) return &frame;
    return site.frames.empty() ? nullptr : &site.frames.front();
}

// A header of Thrust, CUB or cooperative groups, wherever they are installed: what its code does
// with memory of its own, shared or local, is not the program's doing.
inline bool is_of_cuda_library(std::string_view file) {
    for (const std::string_view folder :
         {"/cub/", "/thrust/", "/cooperative_groups/", "/cooperative_groups.h"})
        if (file.find(folder) != std::string_view::npos) return true;
    return false;
}

inline std::string_view file_name(std::string_view path) {
    return path.substr(path.find_last_of('/') + 1); // npos + 1 is 0
}

} // namespace vgpu::observe
