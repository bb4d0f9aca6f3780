// The stubs as they are handed out: which of them a student has not touched yet, and putting one
// back.
//
// checker/stubs/<lesson>.stub is a copy of each, to compare with and to put back without git and
// without a network. exercises/stubs.sha256 has the hash of each: a copy that was changed is not
// put back. `workbook selfcheck --accept-stubs` writes both.
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

// Whether a file is the lesson's stub as it was handed out: the copy, whose lines may
// end as Windows has them.
bool is_stub(const Course& course, const Lesson& lesson, const std::filesystem::path& file);

// Where the copy of a lesson's stub is.
std::filesystem::path stub_copy(const Course& course, const Lesson& lesson);

// Puts the student's file back as it was handed out. Returns where what it replaced is kept; empty
// if the file was missing. Throws UserError: there is nothing to put back, or it is not to be had.
std::filesystem::path reset_stub(const Course& course, const Lesson& lesson);

} // namespace workbook::cli
