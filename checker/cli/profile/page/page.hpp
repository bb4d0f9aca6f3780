// `workbook profile --format html`: one file for a browser that needs nothing else and fetches
// nothing. What stands in it is escaped here; no script but the page's own can run
// (Content-Security-Policy), and without that one all but the pictures is there.
#pragma once

#include "cli/profile/program.hpp"

#include <cstdint>
#include <string>

namespace workbook::cli {

// Runs the programs once more, for the arrays of the launches that the page shows.
void look_at_arrays(ProfiledProgram& first, ProfiledProgram* second, std::uint64_t launch);

// `second` may be null; `launch` as profile_report() has it. Throws UserError if there is no such
// launch.
// `arrays_first`: they stand above the source, right behind the verdict.
std::string profile_page(const Lesson& lesson, const ProfiledProgram& first,
                         const ProfiledProgram* second, std::uint64_t launch,
                         bool arrays_first = false);

// `--format chrome`: what orders the work of the call that the page shows, in Chrome's trace
// format. Arguments as above.
std::string profile_trace(const Lesson& lesson, const ProfiledProgram& first,
                          const ProfiledProgram* second, std::uint64_t launch);

} // namespace workbook::cli
