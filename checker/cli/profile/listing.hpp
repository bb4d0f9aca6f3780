// A kernel's page: heading, totals, the source with its margin, remarks. Pure text: the same
// profile and source give the same page.
#pragma once

#include "cli/profile/source.hpp"
#include "cli/terminal.hpp"

#include <string>

namespace workbook::cli {

// One launch of a program.
std::string kernel_page(const ProgramSource& source, const Profile& profile,
                        const LaunchProfile& launch, const TextStyle& style);

// The same launch of two programs: the totals with their ratio, and the columns of both beside the
// source of both, whose common lines stand there once.
struct ProfiledLaunch {
    const ProgramSource& source;
    const Profile& profile;
    const LaunchProfile& launch;
};
std::string compared_page(const ProfiledLaunch& first, const ProfiledLaunch& second,
                          const TextStyle& style);

// Remarks as a numbered list, and what was reported in this kernel.
std::string remarks_text(const ProgramSource& source, const Profile& profile,
                         const LaunchProfile& launch, const TextStyle& style);

} // namespace workbook::cli
