#include "cli/class/attempt.hpp"

#include "cli/descriptor.hpp"
#include "cli/files.hpp"
#include "cli/formats/read_grade.hpp"
#include "cli/formats/safe_text.hpp"
#include "cli/formats/words.hpp"
#include "cli/process.hpp"
#include "cli/submission/layout.hpp"
#include "cli/submission/points.hpp"
#include "cli/submission/redact.hpp"
#include "cli/submission/take.hpp"

#include <fmt/core.h>

#include <fcntl.h>

#include <algorithm>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

// For what is not the submission's: starting, a look at the build, writing the report.
constexpr std::chrono::seconds time_besides{300};

SubmissionOptions options_of(const AttemptOptions& options, const ClassEntry& entry) {
    SubmissionOptions grading = options.grading;
    grading.label = entry.label;
    grading.submission = entry.name;
    return grading;
}

double gibibytes(std::uint64_t bytes) { return static_cast<double>(bytes) / (1ull << 30); }

std::vector<std::string> grade_command(const Course& course,
                                       const std::vector<const Lesson*>& lessons,
                                       const SubmissionOptions& grading, const fs::path& folder,
                                       const fs::path& output, std::size_t lessons_at_once) {
    // This very program, also where a build has put another one in its place meanwhile.
    std::vector<std::string> words{"/proc/self/exe",
                                   "--build=" + course.build.string(),
                                   "--device=" + grading.grade.device,
                                   "grade",
                                   "--submission=" + folder.string(),
                                   "--label=" + grading.label,
                                   "--format=json",
                                   "--output=" + output.string(),
                                   fmt::format("--detail={}", name_of(grading.detail)),
                                   fmt::format("--jobs={}", lessons_at_once),
                                   fmt::format("--limit={}", grading.limit.count()),
                                   fmt::format("--total-limit={}", grading.total_limit.count())};
    words.emplace_back("--graders-are-built");
    words.push_back(fmt::format("--round={}", name_of(grading.round)));
    if (grading.lesson_memory != 0)
        words.push_back(fmt::format("--lesson-memory={}", gibibytes(grading.lesson_memory)));
    if (!grading.hidden.empty())
        words.push_back("--hidden=" + fs::absolute(grading.hidden).string());
    if (!grading.datetime.empty()) words.push_back("--datetime=" + grading.datetime);
    if (grading.show_hidden) words.emplace_back("--show-hidden");
    if (grading.show_seed) words.emplace_back("--show-seed");
    if (grading.unsandboxed) words.emplace_back("--unsandboxed");
    for (const Lesson* lesson : lessons) words.push_back(lesson->name);
    return words;
}

std::string last_line(std::string text) {
    while (text.ends_with('\n')) text.pop_back();
    const auto start = text.rfind('\n');
    return safe_line(start == std::string::npos ? text : text.substr(start + 1), 500);
}

std::string failure_of(const ProcessResult& process, const GradeReport* report,
                       std::chrono::seconds limit) {
    if (process.timed_out)
        return fmt::format("Its grading did not end within {} seconds and was stopped.",
                           limit.count());
    if (process.signal != 0)
        return fmt::format("Its grading was ended by signal {}{}.", process.signal,
                           process.signal == 9 ? ", as when memory runs out" : "");
    if (process.exit_code == 3 && report != nullptr) return report->incomplete_reason;
    return fmt::format("Its grading ended with exit code {}: {}", process.exit_code,
                       last_line(process.output));
}

// Whether the report is of these lessons: anything may lie in its place.
bool is_report_of(const GradeReport& report, const GradeReport& expected) {
    return std::ranges::equal(
        report.lessons, expected.lessons, {},
        [](const GradedLesson& lesson) { return lesson.result.lesson; },
        [](const GradedLesson& lesson) { return lesson.result.lesson; });
}

} // namespace

SubmissionFolder folder_of(const Roster& roster, const ClassEntry& entry) {
    if (entry.files.empty()) return {roster.folder / entry.name, {}};
    auto copies = std::make_unique<PrivateFolder>();
    SubmissionFolder folder{copies->path(), {}};
    const Descriptor parent(open(roster.folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    for (const auto& file : entry.files) {
        if (file.handed_in.find('/') != std::string::npos ||
            small_letters(file.handed_in).find(".cu") == std::string::npos)
            continue;
        const auto taken = take_regular_file(parent.number(), file.name, safe_line(file.name, 300),
                                             folder.path / file.handed_in);
        if (taken.copy.empty()) folder.warnings.push_back(taken.reason);
        if (taken.has_other_names)
            folder.warnings.push_back(fmt::format("{} has other names on this disk (hard links), "
                                                  "so it may be another student's.",
                                                  safe_line(file.name, 300)));
    }
    folder.copies = std::move(copies);
    return folder;
}

Attempt grade_apart(const Course& course, const std::vector<const Lesson*>& lessons,
                    const AttemptOptions& options, const Roster& roster, const ClassEntry& entry,
                    std::size_t lessons_at_once) {
    const auto grading = options_of(options, entry);
    const auto folder = folder_of(roster, entry);
    const PrivateFolder work;
    const auto output = work.path() / "report.json";
    ProcessOptions process{.limit = grading.total_limit + time_besides};
    if (options.seed) process.environment["WORKBOOK_SEED"] = std::to_string(*options.seed);
    const auto done = run_process(
        grade_command(course, lessons, grading, folder.path, output, lessons_at_once), process);
    Attempt attempt{begin_report(course, lessons, grading), ""};
    auto report = read_grade(file_text(output).value_or(""));
    if (report && !is_report_of(*report, attempt.report)) report.reset();
    if (report && report->complete) return {std::move(*report), ""};
    attempt.failure = failure_of(done, report ? &*report : nullptr, process.limit);
    // What exactly went wrong is for the instructor's eyes, in the table.
    attempt.report.incomplete_reason = "The grading could not be done.";
    if (report) attempt.report = std::move(*report);
    return attempt;
}

GradeReport refused_report(const Course& course, const std::vector<const Lesson*>& lessons,
                           const AttemptOptions& options, const ClassEntry& entry) {
    const auto grading = options_of(options, entry);
    GradeReport report = begin_report(course, lessons, grading);
    for (std::size_t i = 0; i < lessons.size(); ++i) {
        const auto result =
            judged(course, *lessons[i], grading.grade, not_taken, {"", "", entry.refused, "", 0});
        settle(report.lessons[i], result, nullptr, false);
        redact(report.lessons[i], grading.detail);
        report.lessons[i].result.seed = 0;
    }
    report.warnings = {entry.refused};
    report.complete = true;
    report.incomplete_reason.clear();
    return report;
}

std::size_t unjudged_lessons(const GradeReport& report) {
    return static_cast<std::size_t>(
        std::ranges::count_if(report.lessons, [](const GradedLesson& lesson) {
            return outcome_of(lesson.result.verdict) == Outcome::error;
        }));
}

} // namespace workbook::cli
