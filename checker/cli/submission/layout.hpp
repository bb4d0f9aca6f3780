// Where in a student's folder the lessons' files lie: students hand in the whole repository, a part
// of it, a folder in a folder, or the bare files.
#pragma once

#include "cli/course.hpp"
#include "cli/descriptor.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace workbook::cli {

// Opens the folder below which places_of() holds: `folder` itself or its exercises/; where it
// has neither and but one folder in it, the same of that one, at most four folders down. Links are
// not followed, `folder` itself included. Throws UserError where there is no such folder.
Descriptor open_submission(const Course& course, const std::filesystem::path& folder);

// The folders below the opened one in which a lesson's file may lie, the first that has it counts:
// <part>/<lesson>, <lesson>, and the opened folder itself. Each as its parts.
std::vector<std::vector<std::string>> places_of(const Lesson& lesson);

// The names in a folder, sorted; without those that begin with a dot, and at most a thousand.
std::vector<std::string> visible_names(int folder);

// Some systems do not tell capitals from small letters, and students' files have names of both.
std::string small_letters(std::string text);

// The one name in a folder that differs from `name` in capitals alone; empty if there is none, or
// more than one.
std::string name_in_other_case(int folder, const std::string& name);

} // namespace workbook::cli
