// Which line of a program to name for a code place.
#pragma once

#include "vgpu/exec/fault.hpp"
#include "wire/source_files.hpp"

#include <string_view>

namespace vgpu::observe {

// The innermost frame that is not in a header of the toolkit; nullptr without line information.
inline const exec::SourceFrame* frame_to_show(const exec::Site& site) {
    return workbook::wire::own_frame(site.frames);
}

// A header of Thrust, CUB or cooperative groups, wherever they are installed: what its code does
// with memory of its own, shared or local, is not the program's doing.
inline bool is_of_cuda_library(std::string_view file) {
    for (const std::string_view folder :
         {"/cub/", "/thrust/", "/cooperative_groups/", "/cooperative_groups.h"})
        if (file.find(folder) != std::string_view::npos) return true;
    return false;
}

} // namespace vgpu::observe
