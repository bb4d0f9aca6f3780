// Takes a student's files out of a folder that may hold anything: links out of it, pipes, devices,
// files without end, names that repaint a terminal.
#pragma once

#include "cli/course.hpp"

#include <map>
#include <string>
#include <vector>

namespace workbook::cli {

struct TakenFile {
    std::filesystem::path copy; // empty: it was not taken
    std::string reason;         // then: a sentence
    bool missing = false;       // there is none
};

struct Submission {
    std::map<std::string, TakenFile> files; // by lesson
    std::vector<std::string> warnings;      // what else was there and is ignored; hard links
};

// Copies exercises/<part>/<lesson>/<name>.cu of each lesson from `folder`, the root of a repository
// or its exercises folder, to `staging`/<lesson>.cu, readable by us alone. Links are not followed,
// only regular files of at most a mebibyte are taken. Throws UserError where `folder` itself is
// none, or a link.
Submission take_submission(const Course& course, const std::vector<const Lesson*>& lessons,
                           const std::filesystem::path& folder,
                           const std::filesystem::path& staging);

} // namespace workbook::cli
