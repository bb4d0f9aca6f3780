// Classroom 50's result.json, "classroom50/result/v1" (github.com/foundation50/classroom50, wiki,
// "Advanced Autograding"). Its runner tells an autograder in the environment whom it grades.
#include "cli/formats/formats.hpp"
#include "cli/formats/json_parts.hpp"
#include "cli/formats/safe_text.hpp"

#include <fmt/core.h>

#include <cmath>
#include <cstdlib>

namespace workbook::cli {
namespace {

// Scores there are whole numbers, and a lesson's may be 1.5 points: one of ours is a hundred of
// theirs, for every submission alike. What is less than that is rounded down.
constexpr double classroom_scores_a_point = 100;

std::int64_t classroom_score(double points) {
    return static_cast<std::int64_t>(std::floor(points * classroom_scores_a_point + 1e-6));
}

// Each must be there and not empty, or the result is refused.
std::string from_environment(const char* name, const std::string& otherwise) {
    const char* value = std::getenv(name);
    const std::string text = value == nullptr ? "" : safe_line(value);
    if (!text.empty()) return text;
    return otherwise.empty() ? "unknown" : otherwise;
}

} // namespace

std::string classroom50_grade(const GradeReport& report) {
    Json tests = Json::array();
    std::int64_t score = 0;
    std::int64_t max_score = 0;
    for (const GradedLesson& lesson : report.lessons) {
        const Result& result = lesson.result;
        tests.push_back({{"test-name", result.lesson},
                         {"passed", result.verdict == passed},
                         {"score", classroom_score(result.points)},
                         {"max-score", classroom_score(result.max_points)},
                         {"verdict", result.verdict},
                         {"device", device_json(result.device)},
                         {"reason", lesson.reason}});
        score += classroom_score(result.points);
        max_score += classroom_score(result.max_points);
    }
    const std::string commit = from_environment("COMMIT_URL", "");
    const Json json = {{"schema", "classroom50/result/v1"},
                       {"classroom", from_environment("CLASSROOM", "")},
                       {"assignment", from_environment("ASSIGNMENT", "")},
                       {"submission", from_environment("SUBMISSION_TAG", report.submission)},
                       {"commit", commit},
                       {"release", from_environment("RELEASE_URL", "")},
                       {"review", from_environment("REVIEW_URL", commit)},
                       {"datetime", report.started_at},
                       {"graded_at", report.graded_at},
                       {"score", score},
                       {"max-score", max_score},
                       {"tests", std::move(tests)}};
    return dump(json);
}

} // namespace workbook::cli
