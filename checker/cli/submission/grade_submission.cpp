#include "cli/submission/grade_submission.hpp"

#include "cli/build.hpp"
#include "cli/formats/safe_text.hpp"
#include "cli/formats/words.hpp"
#include "cli/interrupt.hpp"
#include "cli/parallel.hpp"
#include "cli/submission/devices.hpp"
#include "cli/submission/hidden.hpp"
#include "cli/submission/points.hpp"
#include "cli/submission/redact.hpp"
#include "cli/submission/sandbox.hpp"
#include "wire/result_file.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <string_view>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// What the program printed must not reveal a hidden case, either.
Result without_traces(Result result, bool show) {
    if (!show) result.messages.clear();
    result.printed.clear();
    result.notes.clear();
    return result;
}

std::string name_of_folder(const fs::path& folder) {
    auto path = fs::absolute(folder).lexically_normal();
    if (!path.has_filename()) path = path.parent_path();
    // For ada/exercises the name is ada.
    if (path.filename() == "exercises" && path.parent_path().has_filename())
        path = path.parent_path();
    return path.filename().string();
}

// The result of a lesson for which the submission's time was not enough. `waited`: the seconds for
// which the submission's programs waited for processors.
Result too_late(const Course& course, const Lesson& lesson, const SubmissionOptions& options,
                double waited) {
    Result result =
        judged(course, lesson, options.grade, timed_out,
               {"", "",
                fmt::format("The lessons of a submission may take {} s together, and these "
                            "were over before this one was graded. It may be another lesson "
                            "that took so long.",
                            options.total_limit.count()),
                "", 0});
    result.in_doubt = wire::waited_much(waited / static_cast<double>(options.jobs),
                                        static_cast<double>(options.total_limit.count()));
    return result;
}

// A program can be slow on purpose in calls that only hidden cases make. So if hidden cases are not
// shown, the report has the time of the visible cases alone, and `graded_at` stays as it is.
void tell_time(GradeReport& report, GradedLesson& lesson, double visible_seconds, bool tells_all,
               Clock::time_point start) {
    lesson.seconds = visible_seconds;
    report.execution_seconds =
        tells_all ? seconds_since(start) : report.execution_seconds + visible_seconds;
    if (tells_all) report.graded_at = utc_now();
}

void add_warning(GradeReport& report, const std::string& warning) {
    if (warning.empty()) return;
    if (std::ranges::find(report.warnings, warning) == report.warnings.end())
        report.warnings.push_back(warning);
}

// Runs the checkers of one submission, within its deadline. run() may be called by several threads.
class SubmissionCheck {
  public:
    SubmissionCheck(const Course& course, const SubmissionOptions& options, Source& source,
                    const Deadline& deadline)
        : course_(course), options_(options), source_(source), deadline_(deadline),
          devices_(options.grade.device, course.build / "gpu") {}

    // What the checker says about the program, on the devices that were asked for.
    Result run(const Lesson& lesson, const fs::path& checker, const fs::path& program) {
        const auto on_device = [&](const std::string& device,
                                   const std::vector<std::string>& more) {
            const auto check = [&](const fs::path& tried) {
                return run_on(device, more, lesson, checker, tried);
            };
            const auto given = [&] { return source_.given_program(lesson); };
            return checked_with_blame(program, {check, given, options_.round});
        };
        Result result = devices_.check(checker, on_device);
        // A checker that died has left its own words, and the seed is in them.
        if (!options_.show_seed) hide_seed(result, options_.grade.seed);
        return result;
    }

    // For how many seconds programs got no processor so far.
    double waited() const { return waited_; }

  private:
    Result run_on(const std::string& device, const std::vector<std::string>& more,
                  const Lesson& lesson, const fs::path& checker, const fs::path& program) {
        GradeOptions grade = options_.grade;
        grade.device = device;
        auto words = source_.confinement();
        words.insert(words.end(), more.begin(), more.end());
        std::string output;
        auto result = run_check(course_, lesson,
                                {.check = checker,
                                 .learner = program,
                                 .more = words,
                                 .limit = deadline_.at_most(options_.limit)},
                                grade, output);
        waited_ += result.waited;
        return result;
    }

    const Course& course_;
    const SubmissionOptions& options_;
    Source& source_;
    const Deadline& deadline_;
    Devices devices_;
    std::atomic<double> waited_ = 0;
};

void finish_report(GradeReport& report) {
    std::vector<std::string> unjudged;
    for (const auto& lesson : report.lessons)
        if (lesson.result.verdict == grader_error) unjudged.push_back(lesson.result.lesson);
    report.complete = unjudged.empty();
    report.incomplete_reason = unjudged.empty() ? ""
                                                : fmt::format("The workbook itself failed on {}.",
                                                              fmt::join(unjudged, ", "));
}

} // namespace

std::string devices_of(const GradeReport& report) {
    std::vector<std::string> devices;
    const auto add = [&](std::string name) {
        if (name.empty() || std::ranges::find(devices, name) != devices.end()) return;
        const bool first = std::string_view(device_kind(name)) == "virtual";
        devices.insert(first ? devices.begin() : devices.end(), std::move(name));
    };
    for (const auto& lesson : report.lessons) {
        const std::string_view names = lesson.result.device;
        const auto end = names.find(and_device);
        add(std::string(names.substr(0, end)));
        if (end != std::string_view::npos)
            add(std::string(names.substr(end + std::string_view(and_device).size())));
    }
    return fmt::format("{}", fmt::join(devices, and_device));
}

GradeReport begin_report(const Course& course, const std::vector<const Lesson*>& lessons,
                         const SubmissionOptions& options) {
    GradeReport report;
    report.workbook_version = course.version;
    report.is_submission = !options.submission.empty();
    report.submission = !options.label.empty() ? options.label
                        : report.is_submission ? name_of_folder(options.submission)
                                               : course.tree;
    report.submission = safe_line(report.submission, 200);
    report.tree = course.tree;
    report.started_at = report.graded_at = options.datetime.empty() ? utc_now() : options.datetime;
    report.detail = options.detail;
    if (options.show_seed) report.seed = options.grade.seed;
    report.incomplete_reason = "The grading has not come to its end.";
    for (const Lesson* lesson : lessons) {
        auto& graded = report.lessons.emplace_back();
        graded.result = empty_result(course, *lesson, options.grade);
        graded.result.verdict = not_graded;
        if (!options.show_seed) graded.result.seed = 0;
        graded.title = lesson->title;
        graded.part = lesson->part;
        graded.reason = "It was not reached.";
    }
    return report;
}

std::map<std::string, fs::path> prepare_grading(const Course& course,
                                                const std::vector<const Lesson*>& lessons,
                                                const SubmissionOptions& options) {
    if (!options.unsandboxed) CompilerSandbox::find(course);
    build_graders(course, lessons);
    if (options.hidden.empty()) return {};
    return build_hidden_checks(course, lessons, options.hidden);
}

void grade_submission(GradeReport& report, const Course& course,
                      const std::vector<const Lesson*>& lessons, const SubmissionOptions& options,
                      const std::function<void(const GradedLesson&)>& on_change) {
    const auto start = Clock::now();
    const auto source = options.submission.empty() ? own_tree(course, lessons, options.grade)
                                                   : submitted_tree(course, lessons, options);
    report.warnings = source->warnings();
    std::map<std::string, fs::path> hidden;
    if (!options.hidden.empty()) hidden = build_hidden_checks(course, lessons, options.hidden);

    const Deadline deadline(options.total_limit); // what was built before is not the student's
    source->end_by(deadline);
    const bool tells_all_time = hidden.empty() || options.show_hidden;
    std::mutex one_at_a_time;
    SubmissionCheck check(course, options, *source, deadline);
    in_parallel(lessons.size(), options.jobs, [&](std::size_t i) {
        const Lesson& lesson = *lessons[i];
        const auto begun = Clock::now();
        throw_if_interrupted();
        std::optional<Result> visible, hidden_result;
        fs::path program;
        if (!deadline.has_passed()) program = source->program(lesson, visible);
        double seconds = seconds_since(begun);
        if (!visible && !deadline.has_passed()) {
            visible = check.run(lesson, lesson.check, program);
            seconds = seconds_since(begun);
            const auto checker = hidden.find(lesson.name);
            const bool ran = visible->verdict != not_started && !visible->cases.empty();
            if (checker != hidden.end() && ran)
                hidden_result = without_traces(check.run(lesson, checker->second, program),
                                               options.show_hidden);
        }
        source->done_with(lesson);
        // Whatever was under way then was cut short, so its words are not the lesson's.
        if (deadline.has_passed()) {
            visible = too_late(course, lesson, options, check.waited());
            hidden_result.reset();
        }
        visible = in_round(options.round, *std::move(visible));
        const std::lock_guard lock(one_at_a_time);
        GradedLesson& graded = report.lessons[i];
        settle(graded, *visible, hidden_result ? &*hidden_result : nullptr, options.show_hidden);
        redact(graded, options.detail);
        graded.result.seed = options.show_seed ? options.grade.seed : 0;
        if (options.datetime.empty()) tell_time(report, graded, seconds, tells_all_time, start);
        report.device = devices_of(report);
        add_warning(report, warning_of_tracer(course, graded.result));
        on_change(graded);
    });
    finish_report(report);
}

} // namespace workbook::cli
