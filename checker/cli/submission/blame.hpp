// Whose fault it is that a check has come to no verdict, or to one that the machine may have made.
// A program can print whatever a broken system prints, end as a missing library or the want of
// memory would end it, or fill its checker's memory. So what it said is not read: it is tried
// again, and the course's own program in its place.
#pragma once

#include "cli/result.hpp"

#include <filesystem>
#include <functional>
#include <optional>
#include <string>

namespace workbook::cli {

// Which time a submission is graded.
enum class Round {
    only,  // what is in doubt is tried again at once; then it stands
    first, // others are graded beside it: what is in doubt is left to the last round
    last,  // alone: the machine had all that it has for this one, so what comes of it stands
};

// What the option --round calls it.
const char* name_of(Round round);
std::optional<Round> round_named(const std::string& name);

// The machine may be to blame: the checker failed or could not start the program, or memory or
// processors were short (Result::in_doubt). A pass is never in doubt.
bool is_in_doubt(const Result& result);

// The result for that round. In the first round a result in doubt becomes grader_error, so that the
// lesson is graded again.
Result in_round(Round round, Result result);

struct Trial {
    std::function<Result(const std::filesystem::path& program)> check;
    // As Source::given_program().
    std::function<std::optional<std::filesystem::path>()> given_program;
    Round round = Round::only;
};

// Checks the program. What is in doubt is tried once more, as the round has it. Where the checker
// fails again, or the program does not start again, the course's own one is tried. If that one
// fares no better, the verdict is grader_error; if it does, the program keeps its verdict, or has
// `not_taken` in place of grader_error.
Result checked_with_blame(const std::filesystem::path& program, const Trial& trial);

} // namespace workbook::cli
