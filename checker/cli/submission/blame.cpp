#include "cli/submission/blame.hpp"

#include "cli/formats/grade_report.hpp"

#include <fmt/core.h>

namespace workbook::cli {
namespace {

bool is_in_doubt(const Result& result) { return result.verdict == grader_error || !result.started; }

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

Result checked_with_blame(const std::filesystem::path& program, const Trial& trial) {
    Result result = trial.check(program);
    if (!is_in_doubt(result)) return result;
    const auto given = trial.given_program();
    if (!given) return result;
    // If the machine was in trouble for a moment only, the second run passes.
    result = trial.check(program);
    if (!is_in_doubt(result)) return result;
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
