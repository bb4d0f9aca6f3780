#include "cli/submission/blame.hpp"

#include "cli/formats/grade_report.hpp"

#include <fmt/core.h>

namespace workbook::cli {
namespace {

// Else the checker has judged what the program did.
bool has_no_verdict(const Result& result) {
    return result.verdict == grader_error || !result.started;
}

// The points that it has earned do not count, because it is not known how far the check has come.
Result without_points(Result result, const std::string& verdict, const std::string& text) {
    result.verdict = verdict;
    result.points = 0;
    result.cases.clear();
    result.messages = {{"", verdict, text, "", 0}};
    return result;
}

std::string first_message(const Result& result) {
    return result.messages.empty() ? "(nothing)" : result.messages.front().text;
}

} // namespace

const char* name_of(Round round) {
    switch (round) {
    case Round::first:
        return "first";
    case Round::last:
        return "last";
    case Round::only:
        break;
    }
    return "only";
}

std::optional<Round> round_named(const std::string& name) {
    for (const Round round : {Round::only, Round::first, Round::last})
        if (name == name_of(round)) return round;
    return std::nullopt;
}

bool is_in_doubt(const Result& result) {
    return has_no_verdict(result) || (result.in_doubt && result.verdict != passed);
}

Result in_round(Round round, Result result) {
    if (round != Round::first || result.verdict == grader_error || !is_in_doubt(result))
        return result;
    const auto text = fmt::format(
        "It is graded again, alone. While others were graded beside it, its program or its "
        "compiler was ended from outside, did not start, or waited long for a processor; that may "
        "have been their doing. It said:\n{}",
        first_message(result));
    return without_points(std::move(result), grader_error, text);
}

Result checked_with_blame(const std::filesystem::path& program, const Trial& trial) {
    Result result = trial.check(program);
    if (!is_in_doubt(result) || trial.round == Round::first)
        return in_round(trial.round, std::move(result));
    if (trial.round == Round::last && !has_no_verdict(result)) return result;
    std::optional<std::filesystem::path> given;
    if (has_no_verdict(result) && !(given = trial.given_program())) return result;
    // If the machine was in trouble for a moment only, the second run passes.
    result = trial.check(program);
    if (!has_no_verdict(result)) return result;
    if (!given && !(given = trial.given_program())) return result;
    const bool can_be_judged = !given->empty() && !is_in_doubt(trial.check(*given));
    if (!can_be_judged)
        return without_points(
            result, grader_error,
            fmt::format("Not even the course's own file of this lesson can be judged here, so this "
                        "is not the submission's fault. The checker said:\n{}",
                        first_message(result)));
    if (result.verdict != grader_error) return result;
    return without_points(
        result, not_taken,
        fmt::format(
            "The checker could not judge the program that was made of this file, and tried "
            "twice. The course's own file it can judge here, so something in this one keeps "
            "it from a verdict. It said:\n{}",
            first_message(result)));
}

} // namespace workbook::cli
