// Takes a student's files out of a folder that may hold anything: links out of it, pipes, devices,
// files without end, names that repaint a terminal.
#pragma once

#include "cli/course.hpp"

#include <map>
#include <string>
#include <vector>

namespace workbook::cli {

struct TakenFile {
    std::filesystem::path copy;   // empty: it was not taken
    std::string reason;           // then: a sentence
    bool missing = false;         // there is none
    bool has_other_names = false; // it has hard links
    bool is_utf16 = false;        // as some editors and shells of Windows write files
    std::string called{};         // where its name has other capitals: "SQUARE.CU"
};

struct Submission {
    std::map<std::string, TakenFile> files; // by lesson
    std::vector<std::string> warnings;      // what else was there, and is ignored
};

// Copies the file of each lesson from `folder` to `staging`/<lesson>.cu, readable by us alone.
// cli/submission/layout.hpp says where in `folder` it may lie. Links are not followed, only regular
// files of at most a mebibyte are taken. Throws UserError where `folder` itself is none, or a link.
Submission take_submission(const Course& course, const std::vector<const Lesson*>& lessons,
                           const std::filesystem::path& folder,
                           const std::filesystem::path& staging);

// The same for one file: `name` in the open folder, which `shown` is for people, to `copy`, which
// must not be there yet. Throws UserError where the copy cannot be written.
TakenFile take_regular_file(int folder, const std::string& name, const std::string& shown,
                            const std::filesystem::path& copy);

} // namespace workbook::cli
