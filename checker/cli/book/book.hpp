// `workbook book`: the course's texts as a static site, for the web space of a course or the disk.
#pragma once

#include "cli/book/folder.hpp"
#include "cli/course.hpp"

#include <string>

namespace workbook::cli::book {

// The files of the book. `source_url`: where the course's folder is in a repository; "" if that is
// not told. Throws UserError that names each link that leads nowhere.
Files book_of(const Course& course, const std::string& source_url);

} // namespace workbook::cli::book
