#include "cli/class/grade_class.hpp"

#include "cli/class/budget.hpp"
#include "cli/class/journal.hpp"
#include "cli/class/keys.hpp"
#include "cli/class/pace.hpp"
#include "cli/class/rounds.hpp"
#include "cli/class/summary.hpp"
#include "cli/files.hpp"
#include "cli/formats/read_grade.hpp"
#include "cli/formats/safe_text.hpp"
#include "cli/formats/write_grade.hpp"
#include "cli/interrupt.hpp"
#include "cli/machine.hpp"
#include "cli/parallel.hpp"
#include "cli/submission/layout.hpp"
#include "cli/submission/output_file.hpp"
#include "cli/submission/toolchain.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace workbook::cli {
namespace {

namespace fs = std::filesystem;

constexpr int most_attempts = 3;

// One submission on its way.
struct ClassJob {
    ClassEntry entry;
    JournalEntry journal{};
    std::optional<GradeReport> best{}; // what the attempts so far have found out
    enum { open, done, failed } state = open;
};

// An output folder there would be taken for a submission the next time.
fs::path output_beside(const ClassOptions& options) {
    if (is_below(fs::weakly_canonical(options.output), fs::canonical(options.submissions)))
        throw UserError(fmt::format("--output {}: it lies in the folder of the submissions. Name "
                                    "one beside that.",
                                    safe_line(options.output.string())));
    return options.output;
}

class ClassGrading {
  public:
    ClassGrading(const Course& course, const std::vector<const Lesson*>& lessons,
                 const ClassOptions& options)
        : course_(course), lessons_(lessons), options_(options),
          roster_(read_roster(options.submissions)),
          journal_(output_beside(options), options.resume) {
        refuse_unreadable();
        for (const auto& entry : roster_.entries) jobs_.push_back({.entry = entry});
    }
    ClassOutcome run() {
        std::string stopped;
        bool prepared = false;
        try {
            prepare();
            prepared = true;
            grade_all();
        } catch (const Interrupted&) {
            end_children();
            stopped =
                "The grading was stopped by a signal. The same command with --resume goes on.";
        } catch (const std::exception& error) {
            if (!prepared) throw; // a mistake in the set-up
            stopped = fmt::format("The grading could not go on ({}). The same command with "
                                  "--resume does.",
                                  safe_line(error.what(), 500));
        }
        return {table(stopped), known_};
    }

  private:
    // An unreadable file is a fault of this machine's set-up, not of a student.
    void refuse_unreadable() const {
        for (const auto& entry : roster_.entries) {
            if (entry.files.empty()) refuse_unreadable(entry.name, R_OK | X_OK);
            for (const auto& file : entry.files) refuse_unreadable(file.name, R_OK);
        }
    }
    void refuse_unreadable(const std::string& name, int mode) const {
        const auto path = roster_.folder / name;
        if (fs::is_symlink(path) || access(path.c_str(), mode) == 0) return;
        throw UserError(fmt::format("{} cannot be read ({}). Make all submissions readable: chmod "
                                    "-R u+rX {}",
                                    safe_line(path.string()), std::strerror(errno),
                                    safe_line(roster_.folder.string())));
    }
    // Finds out what is to be done; what has a result for the very same files is not.
    void prepare() {
        const auto hidden = prepare_grading(course_, lessons_, options_.each.grading);
        const auto seed = options_.each.seed ? fmt::format("{}", *options_.each.seed) : "drawn";
        const auto grader = key_of_grader(course_, lessons_, options_.each.grading, hidden, {seed});
        in_parallel(jobs_.size(), options_.each.grading.jobs, [&](std::size_t i) {
            ClassJob& job = jobs_[i];
            find_key(job);
            job.journal.grader = grader;
            const auto name = file_name_of(job.entry.label);
            if (journal_.known(name, job.journal))
                job.state = ClassJob::done;
            else
                journal_.forget(name);
        });
        known_ = static_cast<std::size_t>(
            std::ranges::count(jobs_, ClassJob::done, [](const auto& job) { return job.state; }));
    }
    void find_key(ClassJob& job) const {
        throw_if_interrupted();
        if (job.entry.refused.empty()) {
            const auto folder = folder_of(roster_, job.entry);
            for (const auto& warning : folder.warnings) job.entry.warnings.push_back(warning);
            try {
                open_submission(course_, folder.path);
            } catch (const UserError&) {
                if (!fs::is_directory(folder.path)) throw; // it has been taken away
                job.entry.refused = "The submission's exercises/ is a link or no folder; links are "
                                    "not followed.";
            }
            if (job.entry.refused.empty())
                job.journal.files = key_of_submission(course_, lessons_, folder.path);
        }
        if (!job.entry.refused.empty()) job.journal.files = {{"", job.entry.refused}};
        // The report is called after it.
        job.journal.files["label"] = job.entry.label;
    }
    std::vector<ClassJob*> open_jobs() {
        std::vector<ClassJob*> open;
        for (auto& job : jobs_)
            if (job.state == ClassJob::open) open.push_back(&job);
        return open;
    }
    // What the workbook failed on, and what is in doubt, is tried again when all others are done,
    // one at a time: it may have been for want of memory, of processors, or of room on the disk.
    void grade_all() {
        auto open = open_jobs();
        const auto memory = options_.memory == 0 ? available_memory() : options_.memory;
        auto budget = class_budget(options_.each.grading.jobs, memory, open.size(),
                                   options_.each.grading.lesson_memory);
        Pace pace(open.size());
        if (!open.empty())
            pace.say(fmt::format("{} submission{} to grade{}, {} at a time", open.size(),
                                 open.size() == 1 ? "" : "s",
                                 known_ == 0 ? "" : fmt::format(", {} are known", known_),
                                 budget.submissions));
        for (int attempt = 1; attempt <= most_attempts && !open.empty(); ++attempt) {
            if (attempt > 1) {
                budget = {};
                pace.say(fmt::format("The workbook failed on {}, or memory or processors were "
                                     "short: tried again, one at a time",
                                     open.size()));
            }
            in_parallel(open.size(), budget.submissions, [&](std::size_t i) {
                grade_one(*open[i], attempt, budget);
                if (open[i]->state != ClassJob::open) pace.add_one();
            });
            open = open_jobs();
        }
    }
    // A failure (no memory, no room on a disk) is reported for this submission alone; the class
    // goes on. If a complete report could not be written, the next attempt only writes it.
    void grade_one(ClassJob& job, int number, const ClassBudget& budget) const {
        job.journal.attempts = number;
        try {
            job.journal.failure.clear();
            if (!job.best || !job.best->complete) find_better(job, number, budget);
            if (job.best->complete) {
                keep(job, *job.best);
                return job.best.reset();
            }
        } catch (const std::exception& error) { // Interrupted is none
            job.journal.failure = safe_line(error.what(), 500);
        }
        if (number == most_attempts) keep_best(job);
    }
    void find_better(ClassJob& job, int number, const ClassBudget& budget) const {
        if (!job.entry.refused.empty()) {
            job.best = refused_report(course_, lessons_, options_.each, job.entry);
            return;
        }
        auto options = options_.each;
        options.grading.round = round_of(number, budget);
        if (job.best && job.best->seed) options.seed = job.best->seed; // the report tells but one
        auto attempt = grade_apart(course_, lessons_left(lessons_, job.best), options, roster_,
                                   job.entry, budget.lessons);
        job.journal.failure = attempt.failure;
        add_round(job.best, std::move(attempt.report));
    }
    void keep_best(ClassJob& job) const {
        if (!job.best) return;
        try {
            keep(job, *job.best);
        } catch (const std::exception&) { // the table has the job's first reason
        }
    }
    void keep(ClassJob& job, const GradeReport& report) const {
        journal_.keep(file_name_of(job.entry.label), job.journal, write_grade(report, "json"));
        job.state = report.complete ? ClassJob::done : ClassJob::failed;
    }
    ClassRow row_of(const ClassJob& job) const {
        ClassRow row;
        row.label = job.entry.label;
        row.student = job.entry.student;
        row.student_id = job.entry.student_id;
        row.email = job.entry.email;
        row.name = visible_name(job.entry.name);
        row.late = job.entry.late;
        row.warnings = job.entry.warnings;
        return row;
    }
    ClassReport table(const std::string& stopped) const {
        const auto nothing = begin_report(course_, lessons_, options_.each.grading);
        ClassSummary summary(nothing);
        std::vector<std::string> failed;
        for (const auto& job : jobs_) {
            ClassRow row = row_of(job);
            const auto file = journal_.report_of(file_name_of(job.entry.label));
            std::optional<GradeReport> report;
            if (job.state != ClassJob::open) report = read_grade(file_text(file).value_or(""));
            if (report) row.report = (fs::path("reports") / file.filename()).string();
            if (!report || !report->complete) {
                const int times = job.journal.attempts;
                row.failure = job.journal.failure.empty()
                                  ? "It was not reached."
                                  : fmt::format("The workbook failed on it, {} time{}. {}", times,
                                                times == 1 ? "" : "s", job.journal.failure);
                failed.push_back(job.entry.label);
            }
            summary.add(std::move(row), report ? *report : nothing);
        }
        ClassReport report = summary.finish();
        report.graded_at = nothing.graded_at;
        report.warnings = roster_.warnings;
        report.complete = stopped.empty() && failed.empty();
        report.incomplete_reason = !stopped.empty() ? stopped : reason_for_failures(failed);
        if (const auto unwritten = write_tables(report); !unwritten.empty()) {
            report.complete = false;
            report.incomplete_reason += (report.incomplete_reason.empty() ? "" : " ") + unwritten;
        }
        return report;
    }
    static std::string reason_for_failures(std::vector<std::string> failed) {
        if (failed.empty()) return "";
        const auto count = failed.size();
        failed.resize(std::min<std::size_t>(count, 5));
        return fmt::format("The workbook itself failed on {} submission{} ({}{}). That is no fault "
                           "of the students', and they have no points for it in the table. The "
                           "same command with --resume tries again.",
                           count, count == 1 ? "" : "s", fmt::join(failed, ", "),
                           count > failed.size() ? ", ..." : "");
    }
    // Writes the tables that can be written; returns why others could not.
    std::string write_tables(const ClassReport& report) const {
        std::vector<std::string> reasons;
        const auto folder = fs::absolute(options_.output);
        for (const std::string format : {"csv", "json", "html"}) {
            try {
                write_whole_file(folder / ("table." + format), write_class(report, format));
            } catch (const UserError& error) {
                reasons.emplace_back(error.what());
            }
        }
        if (reasons.empty()) return "";
        return fmt::format("{} Free some space there; the same command with --resume writes the "
                           "table.",
                           safe_line(fmt::format("{}", fmt::join(reasons, " ")), 1000));
    }

    const Course& course_;
    const std::vector<const Lesson*>& lessons_;
    const ClassOptions& options_;
    const Roster roster_;
    const Journal journal_;
    std::vector<ClassJob> jobs_;
    std::size_t known_ = 0;
};

} // namespace

ClassOutcome grade_class(const Course& course, const std::vector<const Lesson*>& lessons,
                         const ClassOptions& options) {
    return ClassGrading(course, lessons, options).run();
}

} // namespace workbook::cli
