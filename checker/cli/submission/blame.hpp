// Whose fault it is that a check has come to no verdict. A program can print whatever a broken
// system prints, end as a missing library would end it, or fill its checker's memory. So
// what it said is not read: the course's own program is tried in its place.
#pragma once

#include "cli/result.hpp"

#include <filesystem>
#include <functional>
#include <optional>

namespace workbook::cli {

struct Trial {
    std::function<Result(const std::filesystem::path& program)> check;
    // As Source::given_program().
    std::function<std::optional<std::filesystem::path>()> given_program;
};

// Checks the program. Where the checker fails, or the program does not start, it is tried once
// more; then the course's own one is. If that one fares no better, the verdict is grader_error; if
// it does, the program keeps its verdict, or has `not_taken` in place of grader_error.
Result checked_with_blame(const std::filesystem::path& program, const Trial& trial);

} // namespace workbook::cli
