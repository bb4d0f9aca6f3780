#include "cli/commands/command_line.hpp"

#include <fmt/core.h>

#include <cstdio>

namespace workbook::cli {

Course CommandLine::open_course() const {
    namespace fs = std::filesystem;
    // A build folder has this program in its bin/.
    Course course =
        read_course(build.empty() ? fs::read_symlink("/proc/self/exe").parent_path().parent_path()
                                  : fs::absolute(build));
    if (!tree.empty() && tree != course.tree) {
        throw UserError(fmt::format("{} grades the tree {}/. For {}/ configure and use the other "
                                    "build: cmake --preset {}",
                                    course.build.string(), course.tree, tree,
                                    tree == "solutions" ? "solutions" : "learner"));
    }
    if (!track.empty()) keep_track(course, track);
    return course;
}

Course CommandLine::open_whole_course() const {
    if (!track.empty())
        throw UserError(
            "--track is for the board, watch, list, hint and check. Leave it out here.");
    return open_course();
}

void print(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
}

} // namespace workbook::cli
