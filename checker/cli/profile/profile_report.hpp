// What `workbook profile` prints: pages of kernels, or the data.
#pragma once

#include "cli/profile/program.hpp"
#include "cli/terminal.hpp"

#include <cstdint>
#include <string>

namespace workbook::cli {

// The biggest launch of each kernel, or, if `launch` is not 0, the one of that number. Throws
// UserError if there is no such launch.
std::string profile_report(const Course& course, const ProfiledProgram& program,
                           std::uint64_t launch, const TextStyle& style);

// The kernels of two programs, each beside the other's of that name, in launches for the same call;
// `launch` is the first's.
std::string comparison_report(const Course& course, const ProfiledProgram& first,
                              const ProfiledProgram& second, std::uint64_t launch,
                              const TextStyle& style);

// All that the pages are made of, as a JSON object; `second` may be null.
std::string profile_json(const Lesson& lesson, const ProfiledProgram& first,
                         const ProfiledProgram* second, std::uint64_t launch);

} // namespace workbook::cli
