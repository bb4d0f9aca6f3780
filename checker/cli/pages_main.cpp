// The program `workbook_pages`: what `workbook open` does.
#include "cli/commands/open.hpp"
#include "cli/open/open.hpp"

#include <fmt/core.h>

#include <filesystem>

using namespace workbook::cli;

namespace {

int open_pages(const CommandLine& line, const OpenOptions& options) {
    namespace fs = std::filesystem;
    const Course course = line.open_course();
    const Lesson& lesson = options.lesson.empty()
                               ? watch::first_lesson(course)
                               : *select_lessons(course, {options.lesson}).front();
    auto watching = watch::watch_options(line.grade);
    watching.prepares = true;
    const fs::path tool = fs::read_symlink("/proc/self/exe").parent_path() / "workbook";
    watching.profile_command = {tool.string(), "--build",  course.build.string(),
                                "profile",     "--format", "html"};
    open::serve_pages(course, lesson, watching, options.port, [](const std::string& address) {
        print(fmt::format("The workbook is at {}\n"
                          "Open it in a browser beside your editor. Ctrl-C ends it.\n",
                          address));
    });
    return 0;
}

void add_open_here(CommandLine& line) {
    declare_open(line, [&line](const OpenOptions& options) { return open_pages(line, options); });
}

} // namespace

int main(int argument_count, char** argument_values) {
    return run_command_line(argument_count, argument_values, {add_open_here});
}
