// Which lessons a student has not touched yet: their file is still the stub that was handed out.
#pragma once

#include "cli/course.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace workbook::cli {

// The SHA-256 of each file that can be read.
std::map<std::filesystem::path, std::string>
sha256_of(const Course& course, const std::vector<std::filesystem::path>& files);

// The names of those of `lessons` whose stub is untouched. None where solutions are graded.
std::set<std::string> untouched(const Course& course, const std::vector<const Lesson*>& lessons);

} // namespace workbook::cli
