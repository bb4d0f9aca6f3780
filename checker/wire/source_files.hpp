// What a path of a source says: its file's name, and whose it is.
#pragma once

#include <string_view>
#include <vector>

namespace workbook::wire {

// Without its folders.
constexpr std::string_view file_name(std::string_view path) {
    return path.substr(path.rfind('/') + 1); // npos + 1 is 0
}

// A header of the toolkit (atomicAdd and the like are functions there), wherever that is installed:
// not the line that a student looks for.
constexpr bool is_of_toolkit(std::string_view path) {
    return path.find("/include/") != std::string_view::npos;
}

// The innermost frame (they begin with it) that is not of a header of the toolkit; if all are, the
// innermost of all. nullptr where there is none.
template <class Frame>
const Frame* own_frame(const std::vector<Frame>& frames) {
    for (const Frame& frame : frames)
        if (!is_of_toolkit(frame.file)) return &frame;
    return frames.empty() ? nullptr : &frames.front();
}

} // namespace workbook::wire
