// Where a profile page goes.
#pragma once

#include "cli/course.hpp"

#include <filesystem>
#include <string>

namespace workbook::cli {

// By this a page is known that may be replaced by a newer one.
inline constexpr const char* page_marker = "<!-- workbook profile page -->";

// The build folder's, unless `wanted` names another.
std::filesystem::path page_place(const Course& course, const Lesson& lesson,
                                 const std::string& wanted);

// Throws UserError where a file lies that is no profile page, or it cannot be written.
void write_page(const std::filesystem::path& place, const std::string& page);

} // namespace workbook::cli
