// A lesson's file as it was when it last passed: <course root>/.workbook/passed/<lesson>.cu. The
// page of a profile shows it beside the file of now.
#pragma once

#include "cli/course.hpp"

#include <filesystem>

namespace workbook::cli {

// Keeps the file that has passed just now. Does nothing where it was saved again since its program
// was built, for that text has not passed; and where nothing can be written.
void keep_passing(const Course& course, const Lesson& lesson);

// Where the version lies that passed last. Empty if there is none, or if it is what the file is
// now.
std::filesystem::path other_passing(const Course& course, const Lesson& lesson);

} // namespace workbook::cli
