// The program `workbook_pages`: what `workbook open` and `workbook book` do.
#include "cli/book/book.hpp"
#include "cli/commands/book.hpp"
#include "cli/commands/open.hpp"
#include "cli/open/open.hpp"

#include <fmt/core.h>

#include <algorithm>
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
    watching.draws = true;
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

int make_book(const CommandLine& line, const BookOptions& options) {
    const Course course = line.open_whole_course();
    book::require_replaceable(options.folder); // before the work
    std::string source_url = options.source_url;
    while (source_url.ends_with('/')) source_url.pop_back();
    const auto files = book::book_of(course, source_url);
    book::write_book(options.folder, files);
    const auto pages = std::ranges::count_if(
        files, [](const auto& file) { return file.first.ends_with(".html"); });
    const auto front = std::filesystem::path(options.folder) / "index.html";
    print(fmt::format("The book has {} pages. Open {}\n", pages, front.string()));
    return 0;
}

void add_open_here(CommandLine& line) {
    declare_open(line, [&line](const OpenOptions& options) { return open_pages(line, options); });
}

void add_book_here(CommandLine& line) {
    declare_book(line, [&line](const BookOptions& options) { return make_book(line, options); });
}

} // namespace

int main(int argument_count, char** argument_values) {
    return run_command_line(argument_count, argument_values, {add_open_here, add_book_here});
}
