// Where a profile page goes.
#pragma once

#include "cli/course.hpp"

#include <filesystem>
#include <string>

namespace workbook::cli {

// It marks a page that may be replaced by a newer one.
inline constexpr const char* page_marker = "<!-- workbook profile page -->";
// It marks such a trace.
inline constexpr const char* trace_marker = "workbook order of work";
// The beginning of a place where the script draws arrays.
inline constexpr const char* arrays_marker = "<div class=\"grids";

// The page of the run that `open` shows beside its verdict.
inline constexpr const char* run_page_ending = ".run.html";

// The build folder's, unless `wanted` names another; `ending`: ".html", ".trace.json".
std::filesystem::path page_place(const Course& course, const Lesson& lesson,
                                 const std::string& wanted, const char* ending = ".html");

// Whether it is a page with pictures of arrays in it.
bool has_arrays(const std::filesystem::path& page);

// Throws UserError if another file is there, neither page nor trace, or if it cannot be written.
void write_page(const std::filesystem::path& place, const std::string& page);

} // namespace workbook::cli
