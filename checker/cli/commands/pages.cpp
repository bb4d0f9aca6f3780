// `workbook open` and `workbook book`: what they do is done by the program workbook_pages, in place
// of this one.
#include "cli/commands/book.hpp"
#include "cli/commands/open.hpp"

#include <fmt/core.h>

#include <unistd.h>

#include <filesystem>

namespace workbook::cli {
namespace {

int run_pages_program(const CommandLine& line, const char* command) {
    namespace fs = std::filesystem;
    const fs::path program = fs::read_symlink("/proc/self/exe").parent_path() / "workbook_pages";
    execv(program.c_str(), line.arguments);
    throw UserError(
        fmt::format("{} is not built. `./workbook {}` builds it, once `./workbook setup "
                    "--with-pages` has installed what it needs: libcpp-httplib-dev, "
                    "libcmark-gfm-dev, libcmark-gfm-extensions-dev.",
                    program.string(), command));
}

} // namespace

void add_book(CommandLine& line) {
    declare_book(line, [&line](const BookOptions&) { return run_pages_program(line, "book"); });
}

void add_open(CommandLine& line) {
    declare_open(line, [&line](const OpenOptions&) { return run_pages_program(line, "open"); });
}

} // namespace workbook::cli
