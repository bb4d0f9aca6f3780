// `workbook grade`: the words of its command line, and one report: of the own tree, a submission or
// a class.
#include "cli/machine.hpp"
#include "cli/submission/grade_submission.hpp"

#include "cli/commands/command_line.hpp"
#include "cli/commands/grade_class.hpp"
#include "cli/formats/words.hpp"
#include "cli/formats/write_grade.hpp"
#include "cli/interrupt.hpp"
#include "cli/private_folder.hpp"
#include "cli/submission/output_file.hpp"
#include "cli/terminal.hpp"

#include <fmt/core.h>

#include <sys/prctl.h>
#include <sys/random.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>

namespace workbook::cli {
namespace {

constexpr int exit_not_complete = 3;
// Seconds for all lessons of one submission of a class: a submission that hangs everywhere ends
// there.
constexpr int default_total_limit = 1800;

struct GradeWords {
    std::vector<std::string> lessons;
    SubmissionOptions grading;
    std::string detail = "full";
    std::string format = "console";
    std::string output; // file; empty: standard output
    int limit_seconds = 300;
    int total_limit_seconds = 0; // 0: none; of a class: default_total_limit
    std::string submissions;     // folder of a class; empty: one submission, or the own tree
    bool resume = false;
    double memory = 0;        // gibibytes; 0: what is free
    double lesson_memory = 0; // gibibytes; 0: the usual limit
};

// A student cannot guess it.
std::uint64_t secret_seed() {
    std::uint64_t seed = 0;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
        throw UserError("The system gives no random numbers, so no secret seed can be drawn.");
    return seed;
}

// Where the report goes, again and again while it grows.
class ReportWriter {
  public:
    ReportWriter(const GradeReport& report, const GradeWords& words)
        : report_(report), words_(words), to_terminal_(isatty(STDERR_FILENO) != 0) {
        // Now, so that a file of an earlier grading is not taken for this one's; and what cannot be
        // written is known before the work.
        on_the_way();
    }
    // Only a file can be replaced; "github" does more than write.
    void on_the_way() const {
        if (!words_.output.empty() && words_.format != "github")
            write_whole_file(words_.output, write_grade(report_, words_.format));
    }
    void progress(const GradedLesson& lesson) {
        ++done_;
        on_the_way();
        if (!to_terminal_) return;
        fmt::print(stderr, "[{}/{}] {}: {}, {} of {} points\n", done_, report_.lessons.size(),
                   lesson.result.lesson, spoken(lesson.result.verdict),
                   points_text(lesson.result.points), points_text(lesson.result.max_points));
    }
    void finish() const {
        if (words_.output.empty()) {
            print(
                write_grade(report_, words_.format, {.for_terminal = isatty(STDOUT_FILENO) != 0}));
            return;
        }
        write_whole_file(words_.output, write_grade(report_, words_.format));
        print(fmt::format("{}: {} of {} points, in {}{}\n", report_.submission,
                          points_text(points_of(report_)), points_text(max_points_of(report_)),
                          words_.output, report_.complete ? "" : "; NOT COMPLETE"));
    }

  private:
    const GradeReport& report_;
    const GradeWords& words_;
    bool to_terminal_;
    std::size_t done_ = 0;
};

// A student's code may run beside us, as the same user: it must not read our memory.
void hide_memory() { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

// Where memory runs out, what a submission made us need ends first: its compilers, its programs and
// this grading, not what else the machine does. Its checkers go before it (spawn.cpp: 500).
void be_first_to_go_without_memory() { std::ofstream("/proc/self/oom_score_adj") << 400; }

SubmissionOptions options_for(const CommandLine& line, const GradeWords& words) {
    SubmissionOptions options = words.grading;
    options.grade = line.grade;
    if (!line.app.get_option("--seed")->count()) options.grade.seed = secret_seed();
    if (!options.datetime.empty()) options.datetime = utc_datetime(options.datetime);
    options.detail = *detail_named(words.detail); // one of them, as the option checks
    options.limit = std::chrono::seconds(words.limit_seconds);
    options.total_limit = std::chrono::seconds(words.total_limit_seconds);
    options.lesson_memory = static_cast<std::uint64_t>(words.lesson_memory * (1ull << 30));
    return options;
}

ClassOptions class_options(const CommandLine& line, const GradeWords& words) {
    ClassOptions options{.each = {.grading = options_for(line, words), .seed = {}},
                         .submissions = words.submissions,
                         .output = words.output,
                         .resume = words.resume,
                         .memory = static_cast<std::uint64_t>(words.memory * (1ull << 30))};
    if (line.app.get_option("--seed")->count()) options.each.seed = line.grade.seed;
    if (words.total_limit_seconds == 0)
        options.each.grading.total_limit = std::chrono::seconds(default_total_limit);
    if (options.output.empty())
        throw UserError("--submissions needs a folder for the table and the reports: --output DIR");
    return options;
}

int grade_course(const CommandLine& line, const GradeWords& words) {
    // Before our memory is hidden: then that file is root's.
    if (!words.grading.submission.empty()) be_first_to_go_without_memory();
    hide_memory();
    const Course course = line.open_whole_course();
    const auto& given = words.grading;
    remove_abandoned_folders({course.root, course.build, given.submission, given.hidden,
                              words.submissions, words.output, "."});
    const auto lessons = select_lessons(course, words.lessons);
    const auto options = options_for(line, words);
    const bool is_class = !words.submissions.empty();
    if ((is_class || !options.submission.empty()) && course.tree != "exercises")
        throw UserError("A submission is graded in the place of exercises/, and this build grades "
                        "solutions/. Use the other build: cmake --preset learner");
    if (is_class)
        return grade_and_show_class(course, lessons, class_options(line, words))
                   ? 0
                   : exit_not_complete;
    GradeReport report = begin_report(course, lessons, options);
    ReportWriter writer(report, words);
    try {
        grade_submission(report, course, lessons, options,
                         [&](const GradedLesson& lesson) { writer.progress(lesson); });
    } catch (const Interrupted&) {
        end_children();
        report.incomplete_reason = "The grading was stopped by a signal.";
    } catch (const UserError&) {
        // What exactly is for the instructor's eyes.
        report.incomplete_reason = "The grading could not be done; the grader's log says why.";
        writer.on_the_way();
        throw;
    } catch (const std::exception& error) {
        fmt::print(stderr, "workbook: {}\n", error.what());
        report.incomplete_reason = "The grading failed; the grader's log says why.";
    }
    writer.finish();
    return report.complete ? 0 : exit_not_complete;
}

void add_grading_options(CLI::App& command, GradeWords& words) {
    auto& grading = words.grading;
    command.add_option("--submission", grading.submission,
                       "folder of a student: only the lessons' .cu files are taken from it");
    command.add_option("--hidden", grading.hidden,
                       "folder of hidden checkers, exercises/<part>/<lesson>/check.cpp");
    command.add_option("--detail", words.detail, "of the messages")
        ->check(CLI::IsMember(std::vector<std::string>(detail_names.begin(), detail_names.end())));
    command.add_flag("--show-hidden", grading.show_hidden, "not for students: the hidden cases");
    command.add_flag("--show-seed", grading.show_seed, "not for students: repeats the grading");
    command.add_flag("--unsandboxed", grading.unsandboxed,
                     "compile a submission without confinement: only if you trust it");
    // For grade_class: a look at the build takes its lock, which each of many would wait for.
    command.add_flag("--graders-are-built", grading.graders_are_built)->group("");
    command
        .add_option_function<std::string>(
            "--round", [&grading](const std::string& name) { grading.round = *round_named(name); })
        ->check(CLI::IsMember({name_of(Round::first), name_of(Round::last), name_of(Round::only)}))
        ->group("");
    command.add_option("--limit", words.limit_seconds, "seconds for checking one lesson")
        ->check(CLI::Range(1, 86400));
    command
        .add_option("--total-limit", words.total_limit_seconds,
                    "seconds for all lessons of a submission together")
        ->check(CLI::Range(1, 7 * 86400));
    // nvcc takes half a gibibyte for a lesson.
    command
        .add_option("--lesson-memory", words.lesson_memory,
                    "gibibytes that a submission's compiler, and then its program with its virtual "
                    "GPU, may take in a lesson (6)")
        ->check(CLI::Range(1.0, 1e6));
    command
        .add_option("--jobs,-j", grading.jobs,
                    "lessons at the same time, of all submissions together")
        ->check(CLI::Range(1, 1024));
}

void add_class_options(CLI::App& command, GradeWords& words) {
    auto* submissions = command
                            .add_option("--submissions", words.submissions,
                                        "folder of a class: grades all submissions in it")
                            ->excludes("--submission", "--format", "--label");
    command
        .add_flag("--resume", words.resume,
                  "go on in an --output folder: what is the same is not graded again")
        ->needs(submissions);
    command
        .add_option("--memory", words.memory,
                    "gibibytes for all that runs at the same time; what is free if not given")
        ->check(CLI::Range(1.0, 1e6))
        ->needs(submissions);
}

void add_report_options(CLI::App& command, GradeWords& words) {
    command.add_option("--format", words.format)->check(CLI::IsMember(grade_formats()));
    command.add_option("--output", words.output,
                       "file, replaced as a whole after each lesson; of a class: a folder");
    command.add_option("--label", words.grading.label, "what the report calls the submission");
    command.add_option(
        "--datetime", words.grading.datetime,
        "of the submission, in ISO 8601: with the same seed a regrade's report is the same");
}

} // namespace

void add_grade(CommandLine& line) {
    const auto words = std::make_shared<GradeWords>();
    words->grading.jobs = processor_count();
    auto& command = *line.app.add_subcommand(
        "grade",
        "points for your tree, a student's folder (--submission) or a class's (--submissions)");
    command.add_option("lesson", words->lessons, "names or numbers; all if none is given");
    add_grading_options(command, *words);
    add_report_options(command, *words);
    add_class_options(command, *words);
    command.callback(
        [&line, words] { line.action = [&line, words] { return grade_course(line, *words); }; });
}

} // namespace workbook::cli
