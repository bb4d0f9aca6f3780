#include "cli/submission/grading.hpp"

#include "cli/build.hpp"
#include "cli/compiler_output.hpp"
#include "cli/formats/safe_text.hpp"
#include "cli/interrupt.hpp"
#include "cli/parallel.hpp"
#include "cli/private_folder.hpp"
#include "cli/process.hpp"
#include "cli/stubs.hpp"
#include "cli/submission/compile.hpp"
#include "cli/submission/hidden.hpp"
#include "cli/submission/points.hpp"
#include "cli/submission/redact.hpp"
#include "cli/submission/take.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <set>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
    return std::chrono::duration<double>(Clock::now() - start).count();
}

// What can be judged without running anything: a verdict that is final.
Result judged(const Course& course, const Lesson& lesson, const GradingOptions& options,
              const std::string& verdict, Message message) {
    Result result = empty_result(course, lesson, options.grade);
    result.verdict = message.verdict = verdict;
    result.messages = {std::move(message)};
    return result;
}

// Where the learner programs come from.
class Source {
  public:
    virtual ~Source() = default;
    // The lesson's program, or the result that there is instead.
    virtual fs::path program(const Lesson& lesson, std::optional<Result>& instead) = 0;
    virtual void done_with(const Lesson&) {}
};

// The course's own exercises, compiled by its build.
class OwnTree : public Source {
  public:
    OwnTree(const Course& course, const std::vector<const Lesson*>& lessons,
            const GradingOptions& options)
        : course_(course), options_(options), untouched_(untouched(course, lessons)) {
        std::vector<const Lesson*> started;
        for (const Lesson* lesson : lessons)
            if (!untouched_.contains(lesson->name)) started.push_back(lesson);
        failures_ = build_lessons(course, started);
    }
    fs::path program(const Lesson& lesson, std::optional<Result>& instead) override {
        if (untouched_.contains(lesson.name)) {
            instead = judged(course_, lesson, options_, not_started,
                             not_started_message(course_, lesson));
        } else if (const auto failed = failures_.find(lesson.name); failed != failures_.end()) {
            instead = empty_result(course_, lesson, options_.grade);
            instead->messages = explain_compiler_output(course_, lesson, failed->second.output);
            instead->verdict = failed->second.of_checker ? grader_error : does_not_compile;
        }
        return lesson.learner;
    }

  private:
    const Course& course_;
    const GradingOptions& options_;
    std::set<std::string> untouched_;
    std::map<std::string, BuildFailure> failures_;
};

// Options by which the check programs confine what they run. Throws UserError where they cannot,
// unless that is all right.
std::vector<std::string> confinement_of_check(const fs::path& check, bool unsandboxed) {
    const auto help = run_process({check.string(), "--help"});
    if (help.output.find("--confine") == std::string::npos) return {};
    const auto tried = run_process({check.string(), "--can-confine"});
    if (tried.succeeded()) return {"--confine"};
    if (unsandboxed) return {};
    throw UserError(fmt::format("A submission's programs cannot be confined on this machine, so it "
                                "is not graded: {}\nOr trust the submission with your account: "
                                "--unsandboxed",
                                tried.output));
}

// A student's files, compiled apart.
class SubmittedTree : public Source {
  public:
    SubmittedTree(const Course& course, const std::vector<const Lesson*>& lessons,
                  const GradingOptions& options, CompilerSandbox sandbox)
        : course_(course), options_(options), sandbox_(sandbox) {
        // Others may pass through, who compile and run in it; its name is known to nobody.
        fs::permissions(staging_.path(), fs::perms(0711));
        submission_ = take_submission(course, lessons, options.submission, staging_.path());
        find_untouched(lessons);
        std::vector<const Lesson*> started;
        for (const Lesson* lesson : lessons)
            if (is_started(*lesson)) started.push_back(lesson);
        build_graders(course, started);
        commands_ = commands_of_build(course, started, "learner_");
        if (!started.empty())
            confinement_ = confinement_of_check(started.front()->check, options.unsandboxed);
    }
    const std::vector<std::string>& warnings() const { return submission_.warnings; }
    const std::vector<std::string>& confinement() const { return confinement_; }
    fs::path program(const Lesson& lesson, std::optional<Result>& instead) override {
        const auto& file = submission_.files.at(lesson.name);
        if (file.copy.empty()) {
            instead = judged(course_, lesson, options_, file.missing ? not_started : not_taken,
                             {"", "", file.reason, "", 0});
            return {};
        }
        if (untouched_.contains(lesson.name)) {
            instead = judged(course_, lesson, options_, not_started,
                             {"", "", "The file is as it was handed out.",
                              shown_path(course_, lesson.source), 0});
            return {};
        }
        fs::create_directory(folder_of(lesson));
        auto compiled = compile_lesson(course_, lesson, commands_.at(lesson.name), sandbox_,
                                       file.copy, folder_of(lesson));
        if (compiled.program.empty()) {
            instead = empty_result(course_, lesson, options_.grade);
            instead->verdict = compiled.verdict;
            instead->messages = std::move(compiled.messages);
        }
        return compiled.program;
    }
    void done_with(const Lesson& lesson) override {
        std::error_code ignored;
        fs::remove_all(folder_of(lesson), ignored);
    }

  private:
    fs::path folder_of(const Lesson& lesson) const { return staging_.path() / lesson.name; }
    bool is_started(const Lesson& lesson) const {
        return !submission_.files.at(lesson.name).copy.empty() && !untouched_.contains(lesson.name);
    }
    void find_untouched(const std::vector<const Lesson*>& lessons) {
        std::vector<fs::path> copies;
        for (const auto& [name, file] : submission_.files)
            if (!file.copy.empty()) copies.push_back(file.copy);
        const auto hashes = sha256_of(course_, copies);
        for (const Lesson* lesson : lessons) {
            const auto hash = hashes.find(submission_.files.at(lesson->name).copy);
            if (hash != hashes.end() && hash->second == lesson->stub_sha256)
                untouched_.insert(lesson->name);
        }
    }

    const Course& course_;
    const GradingOptions& options_;
    CompilerSandbox sandbox_;
    PrivateFolder staging_;
    Submission submission_;
    std::set<std::string> untouched_;
    std::map<std::string, ProgramCommands> commands_;
    std::vector<std::string> confinement_;
};

// A hidden case must not be told by what the program printed, either.
Result without_traces(Result result, bool show) {
    if (!show) result.messages.clear();
    result.printed.clear();
    result.notes.clear();
    return result;
}

std::string name_of_folder(const fs::path& folder) {
    const auto path = fs::absolute(folder).lexically_normal();
    return (path.has_filename() ? path : path.parent_path()).filename().string();
}

std::string devices_of(const GradeReport& report) {
    std::set<std::string> devices;
    for (const auto& lesson : report.lessons)
        if (!lesson.result.device.empty()) devices.insert(lesson.result.device);
    return fmt::format("{}", fmt::join(devices, " and "));
}

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

GradeReport begin_report(const Course& course, const std::vector<const Lesson*>& lessons,
                         const GradingOptions& options) {
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

void grade_into(GradeReport& report, const Course& course,
                const std::vector<const Lesson*>& lessons, const GradingOptions& options,
                const std::function<void(const GradedLesson&)>& on_change) {
    const auto start = Clock::now();
    std::unique_ptr<Source> source;
    std::vector<std::string> confinement;
    if (options.submission.empty()) {
        source = std::make_unique<OwnTree>(course, lessons, options);
    } else {
        const auto sandbox =
            options.unsandboxed ? CompilerSandbox::none(course) : CompilerSandbox::find(course);
        if (options.unsandboxed)
            report.warnings.emplace_back(
                "Graded without a sandbox (--unsandboxed): the submission was compiled, and may "
                "have run, with the rights of whoever graded it.");
        auto submitted = std::make_unique<SubmittedTree>(course, lessons, options, sandbox);
        report.warnings.insert(report.warnings.end(), submitted->warnings().begin(),
                               submitted->warnings().end());
        confinement = submitted->confinement();
        source = std::move(submitted);
    }
    std::map<std::string, fs::path> hidden;
    if (!options.hidden.empty()) hidden = build_hidden_checks(course, lessons, options.hidden);

    std::mutex one_at_a_time;
    const auto check = [&](const Lesson& lesson, const fs::path& checker, const fs::path& program) {
        std::string output;
        return run_check(
            course, lesson,
            {.check = checker, .learner = program, .more = confinement, .limit = options.limit},
            options.grade, output);
    };
    in_parallel(lessons.size(), options.jobs, [&](std::size_t i) {
        const Lesson& lesson = *lessons[i];
        const auto begun = Clock::now();
        throw_if_interrupted();
        std::optional<Result> visible, hidden_result;
        const auto program = source->program(lesson, visible);
        if (!visible) {
            visible = check(lesson, lesson.check, program);
            const auto checker = hidden.find(lesson.name);
            const bool ran = visible->verdict != not_started && !visible->cases.empty();
            if (checker != hidden.end() && ran)
                hidden_result =
                    without_traces(check(lesson, checker->second, program), options.show_hidden);
        }
        source->done_with(lesson);
        const std::lock_guard lock(one_at_a_time);
        GradedLesson& graded = report.lessons[i];
        settle(graded, *visible, hidden_result ? &*hidden_result : nullptr, options.show_hidden);
        redact(graded, options.detail);
        graded.result.seed = options.show_seed ? options.grade.seed : 0;
        if (options.datetime.empty()) {
            graded.seconds = seconds_since(begun);
            report.execution_seconds = seconds_since(start);
            report.graded_at = utc_now();
        }
        report.device = devices_of(report);
        on_change(graded);
    });
    finish_report(report);
}

} // namespace workbook::cli
