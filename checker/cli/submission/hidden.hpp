// Hidden checkers: an instructor's folder of check.cpp files beside those of the course.
#pragma once

#include "cli/course.hpp"

#include <map>
#include <string>
#include <vector>

namespace workbook::cli {

// Builds exercises/<part>/<lesson>/check.cpp of each of `lessons` that has one in `folder`, with
// the flags of the lesson's own checker, and returns the programs by lesson. They are kept in the
// build folder and built again when anything that they are made of has changed. Throws UserError
// where one does not compile, and where `folder` has none.
std::map<std::string, std::filesystem::path>
build_hidden_checks(const Course& course, const std::vector<const Lesson*>& lessons,
                    const std::filesystem::path& folder);

} // namespace workbook::cli
