#include "vgpu/ptx/source_frames.hpp"

#include "vgpu/ptx/demangle.hpp"

namespace vgpu::ptx {

std::vector<SourceFrame> source_frames(const Module& module, Index location,
                                       std::string_view enclosing_function) {
    std::vector<SourceFrame> frames;
    while (location < module.locations.size()) {
        const SourceLocation& here = module.locations[location];
        SourceFrame frame;
        if (here.file < module.files.size()) frame.file = module.files[here.file];
        frame.line = here.line;
        frame.column = here.column;
        const bool outermost = here.inlined_at == no_index;
        frame.function = demangle(outermost && here.function_name.empty() ? enclosing_function
                                                                          : here.function_name);
        frames.push_back(std::move(frame));
        // The parser only points back to earlier entries; a module made elsewhere may not.
        if (here.inlined_at >= location) break;
        location = here.inlined_at;
    }
    return frames;
}

} // namespace vgpu::ptx
