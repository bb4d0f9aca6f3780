// Where the links of the course's texts lead: relative to a text, or out of the course.
#pragma once

#include "cli/course.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace workbook::cli::pages {

// An address without its "#...".
struct Address {
    std::string path;   // "" where it is in the same text
    std::string anchor; // without "#"
};

// Nothing where it leads out of the course: "https://...", "mailto:...".
std::optional<Address> inside(const std::string& address);

// The file that `path`, in a text of the course, means: relative to the course's root, without "."
// and "..". Nothing if that is outside of the root.
std::optional<std::string> from_root(const std::string& text, const std::string& path);

// What no page shows: solutions, and what belongs to the tools of this machine (hidden files, the
// build). `place` is relative to the course's root.
bool is_left_out(const std::string& place);

// The file is shown as a picture.
bool is_picture(const std::filesystem::path& file);

// How the pages show a place of the course that is not one of its texts: `nothing` if it is left
// out or does not exist.
enum class ShownAs { nothing, folder, picture, source };
ShownAs shown_as(const Course& course, const std::string& place);

// The address of `to` in a page at `from`; both are relative to the same folder.
std::string relative_address(const std::string& from, const std::string& to);

// The lesson whose text, in any language, or folder this is.
const Lesson* lesson_of_text(const Course& course, std::string_view path);

} // namespace workbook::cli::pages
