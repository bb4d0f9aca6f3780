// The new version of a course that is a git clone: what git knows of it.
#pragma once

#include "cli/update/stage.hpp"

namespace workbook::cli {

// Fetches from the remote "upstream", else "origin", and writes the new version into an archive,
// whose path is put into `archive`. All of NewVersion but its folder. Throws UserError.
NewVersion fetch_version(const Course& course, std::filesystem::path& archive);

// The version is in place: the next one is compared with it, whatever has become of the branch.
// Does nothing if it is not from git.
void remember_version(const Course& course, const NewVersion& version);

// Moves a clone on to the new commit where that loses nothing: files stay as they are. Returns what
// is to be told if it does not; empty if all is well, or the version is not from git.
std::string move_branch(const Course& course, const NewVersion& version);

} // namespace workbook::cli
