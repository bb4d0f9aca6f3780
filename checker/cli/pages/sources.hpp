// The course's sources and folders as HTML, for the pages.
#pragma once

#include "cli/course.hpp"

#include <functional>
#include <string>

namespace workbook::cli::pages {

// A source as it stands. `place` is relative to the course's root.
std::string html_of_source(const std::string& place, const std::string& source);

// A file in the list of a folder.
struct Entry {
    std::string address;    // "": the page does not show the file
    std::string title = {}; // "": its name
};

// The list of a folder's files. `entry_of` is asked for each, by its place.
std::string html_of_folder(const Course& course, const std::string& place,
                           const std::function<Entry(const std::string& file)>& entry_of);

} // namespace workbook::cli::pages
