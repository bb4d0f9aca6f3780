// How an update that did not come to its end is undone: by a script, which the launcher can run
// where no program is built.
#pragma once

#include "cli/update/update.hpp"

namespace workbook::cli {

// Copies what is to be replaced or removed into .workbook/update/old, and writes the script. From
// then on the course's files may be changed. Throws std::filesystem::filesystem_error.
void prepare_undo(const Course& course, const NewVersion& version, const UpdateReport& report);

// Whether there is something to undo.
bool has_undo(const Course& course);

// Puts all files back; the caller has to hold the update's lock. What the student has written since
// is kept in .workbook/kept/undone-<time>. Returns whether that went well; if not, the script has
// said what to do, and can be run again.
bool run_undo(const Course& course);

// All is in place: there is nothing to undo any more.
void forget_undo(const Course& course);

} // namespace workbook::cli
