#include "cli/commands/book.hpp"

#include <memory>
#include <utility>

namespace workbook::cli {
namespace {

// The words of CLI11's checks: what is wrong, or nothing.
std::string complaint_of_url(const std::string& url) {
    const bool is_one = url.starts_with("https://") || url.starts_with("http://");
    return is_one ? "" : "an address begins with https:// or http://, and \"" + url + "\" does not";
}

} // namespace

void declare_book(CommandLine& line, std::function<int(const BookOptions&)> action) {
    const auto options = std::make_shared<BookOptions>();
    auto& command = *line.app.add_subcommand(
        "book", "the lessons and documents as a static site for a course (docs/book.md)");
    command
        .add_option("folder", options->folder, "absent, empty, or an earlier book: it is replaced")
        ->required();
    command
        .add_option("--source-url", options->source_url,
                    "of the course's folder in a repository: links to sources lead there, "
                    "\"https://github.com/me/workbook/blob/main\"")
        ->check(complaint_of_url);
    command.callback([&line, options, action = std::move(action)] {
        line.action = [options, action] { return action(*options); };
    });
}

} // namespace workbook::cli
