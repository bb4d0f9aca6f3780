// Takes a new version of the course in, without touching what the student wrote.
//
// A stub that the student has edited stays; where the new version changed that stub, the new one is
// put into .workbook/new/. Everything else becomes as the new version has it; what is replaced is
// kept in .workbook/kept/. Until the last file is in place, .workbook/update/undo.sh puts all back:
// this program runs it when something fails, and the launcher when we were killed.
#pragma once

#include "cli/update/stage.hpp"

#include <functional>
#include <string>
#include <vector>

namespace workbook::cli {

struct StubConflict {
    std::string file;            // the student's, relative to the course's root
    std::filesystem::path fresh; // where the new stub is
    std::string diff;            // from the old stub to the new one; empty if the old is not known
};

struct UpdateReport {
    std::vector<std::string> replaced, added, removed; // files of the course
    std::vector<std::string> stays;                    // the student's work in stubs
    std::vector<StubConflict> conflicts;   // and those of them of which there is a new stub
    std::vector<std::string> edits_kept;   // other files that the student had changed: replaced
    std::vector<std::string> edits_stay;   // and those that the new version does not change
    std::vector<std::string> of_no_lesson; // the student's work in lessons that are gone
    std::filesystem::path kept;            // folder of what was replaced; empty if nothing was
    std::string of_kept;                   // why `kept` is not in .workbook/kept/; mostly empty
    std::string source;                    // where the new version came from
    std::string of_history;                // a remark on git's history; mostly empty
};

// The whole of it: from a folder, an archive, or, if `source` is empty, git. Throws UserError, and
// Interrupted, with everything as it was.
UpdateReport update_course(const Course& course, const std::string& source);

// The last part of it. `on_file` is called before each change of a file; what it throws undoes all.
// Throws UserError, with everything as it was.
UpdateReport apply_update(const Course& course, const NewVersion& version,
                          const std::function<void(const std::string&)>& on_file);

// Undoes an update that was cut short. True if there was one.
bool undo_unfinished_update(const Course& course);

// For a terminal.
std::string update_report(const Course& course, const UpdateReport& report);

} // namespace workbook::cli
