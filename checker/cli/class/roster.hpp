// Whose submissions are in a folder, and where each one's files are.
//
// A folder is a submission. Files are one where their names say whose they are, as Canvas and
// Moodle write them; all of a person's are one submission.
#pragma once

#include "cli/class/names.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace workbook::cli {

struct LooseFile {
    std::string name;      // in the class's folder
    std::string handed_in; // the name that the student gave it
    std::string upload{};  // see NamedSubmission
};

struct ClassEntry {
    std::string label;   // unique, printable, one line: what tables call it
    std::string student; // the platform's words; each may be empty
    std::string student_id;
    std::string email;
    bool late = false;
    std::string name;             // of its folder, or of the first of its files
    std::vector<LooseFile> files; // empty: it is a folder
    std::string refused;          // a sentence, where nothing is taken: it is a link
    std::vector<std::string> warnings;
};

struct Roster {
    std::filesystem::path folder;
    std::vector<ClassEntry> entries;   // by label
    std::vector<std::string> warnings; // what else was there, and is ignored
};

// Throws UserError where there is no such folder or no submission in it, and where it is one
// student's submission itself. Where two submissions would have one label, one gets a number.
Roster read_roster(const std::filesystem::path& folder);

// The label as the name of a file, without its ending.
std::string file_name_of(const std::string& label);

} // namespace workbook::cli
