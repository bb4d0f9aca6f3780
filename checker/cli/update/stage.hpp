// Where a new version of the course comes from: it is put into a folder of its own first, and
// looked at, before anything of the student's course is touched.
#pragma once

#include "cli/course.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace workbook::cli {

// What a new version is, once it lies in a folder.
struct NewVersion {
    std::filesystem::path folder;
    // Only from git, which knows what the course was before; paths relative to the course's root.
    std::optional<std::set<std::string>> edited; // by the student, or the student's own
    std::set<std::string> unchanged;             // of those, what the new version does not change
    std::set<std::string> removed;               // from the course since
    std::string commit;                          // empty: not from git
    std::string source;                          // for the report
};

// <course root>/.workbook/update: all that an update under way needs.
std::filesystem::path update_folder(const Course& course);

// From `source`, a folder or an archive that tar can read; if it is empty from the git remote
// "upstream", else "origin". Throws UserError: it is not to be had, or is no version of a course.
NewVersion stage_new_version(const Course& course, const std::string& source);

// Hashes by path, relative to exercises/: what is in exercises/stubs.sha256.
std::map<std::string, std::string> recorded_stubs(const std::filesystem::path& root);

// The end of what a program has said, for an error's text.
std::string last_lines_of(const std::string& output);

} // namespace workbook::cli
