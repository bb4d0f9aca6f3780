// Which folders a compiler of a submission needs besides /usr, and which of /usr it must not see.
#pragma once

#include "cli/course.hpp"

#include <filesystem>
#include <set>
#include <vector>

namespace workbook::cli {

// Also where both are the same.
bool is_below(const std::filesystem::path& path, const std::filesystem::path& folder);

// The course's folders in /usr, which a compiler would otherwise see as a whole.
std::set<std::filesystem::path> masked_folders(const Course& course);

// Where compilers lie that are not the distribution's, or under a mask. `more_compilers`: besides
// those of the course and NVCC_CCBIN; programs, or folders of them.
std::set<std::filesystem::path>
toolchain_folders(const Course& course, const std::set<std::filesystem::path>& masked,
                  const std::vector<std::filesystem::path>& more_compilers);

} // namespace workbook::cli
