// What becomes of a result that the machine may be to blame for: tried again at once, or left to a
// round in which nothing is graded beside it.
#include "cli/class/rounds.hpp"
#include "cli/grading/source.hpp"
#include "cli/machine.hpp"
#include "cli/process.hpp"
#include "cli/submission/blame.hpp"

#include "handed_in.hpp"

#include <catch2/catch_test_macros.hpp>

#include <sstream>

using namespace workbook::cli;
namespace fs = std::filesystem;

namespace {

constexpr const char* compiler_script = R"sh(case $2 in */probe.cu) : >"$4"; exit ;; esac
cd "${0%/*}" && word=$(head -n 1 plan) && sed -i 1d plan
case $word in
works) : >"$4"; exit ;;
killed) echo "nvcc error   : 'cicc' died due to signal 9 (Kill signal)"; exit 9 ;;
refuses) echo "$2(1): error: identifier \"a\" is undefined" ;;
works_long) echo "fatal error: CPU time limit exceeded signal terminated program cc1plus" ;;
*) echo "$word" | tr _ ' ' ;;
esac
exit 1)sh";

// A submission whose compiler does what a plan says, each time the next word of it, and compiles
// the file that is handed out.
struct PlannedCompiler {
    HandedIn in;
    SubmissionOptions options;
    fs::path bin = in.folder.path() / "bin", build = in.folder.path() / "build";

    explicit PlannedCompiler(const std::string& plan, Round round = Round::only) {
        Lesson& lesson = in.course.lessons[0];
        lesson.source = lesson.stub;
        lesson.header = lesson.stub.parent_path() / "one.hpp";
        lesson.check = bin / "check";
        in.course.build = build;
        in.course.checker = in.course.root / "checker";
        in.course.compilers = {bin / "nvcc", bin / "c++"};
        write(in.course.root / "checker/stubs/01_one.stub", "handed out\n");
        write(in.file, "a student's\n");
        write(build / "compile_commands.json",
              R"([{"directory": "/", "command": ")" + (bin / "nvcc").string() + " -c " +
                  lesson.source.string() +
                  R"( -o exercises/CMakeFiles/learner_01_one.dir/one.o"}])");
        write(build / "exercises/CMakeFiles/learner_01_one.dir/link.txt",
              (bin / "c++").string() + " exercises/CMakeFiles/learner_01_one.dir/one.o -o learner");
        script("check", "exit 0");
        script("c++", "echo program >\"$3\"");
        std::string lines = plan;
        for (char& c : lines)
            if (c == ' ') c = '\n';
        write(bin / "plan", lines + "\n");
        script("nvcc", compiler_script);
        options.submission = in.folder.path() / "in";
        options.unsandboxed = options.graders_are_built = true;
        options.round = round;
    }
    void write(const fs::path& file, const std::string& text) const {
        fs::create_directories(file.parent_path());
        std::ofstream(file) << text;
    }
    void script(const std::string& name, const std::string& text) const {
        write(bin / name, "#!/bin/sh\n" + text + "\n");
        fs::permissions(bin / name, fs::perms::owner_all);
    }
    // How often it has not been asked yet.
    std::size_t words_left() const {
        std::istringstream words(submission_bytes(bin / "plan"));
        return static_cast<std::size_t>(
            std::distance(std::istream_iterator<std::string>(words), {}));
    }
    // The verdict in place of a program; "" where there is a program.
    Result compile() {
        const auto source = submitted_tree(in.course, in.lessons, options);
        std::optional<Result> instead;
        const auto program = source->program(in.course.lessons[0], instead);
        if (!instead) CHECK(fs::exists(program));
        return instead.value_or(Result());
    }
};

Result result_of(const std::string& verdict, bool in_doubt) {
    Result result;
    result.verdict = verdict;
    result.in_doubt = in_doubt;
    result.points = 1;
    result.cases = {{"a", 1, true}};
    result.messages = {{"a", verdict, "its words", "", 0}};
    return result;
}

// What is said of a program that gives these results, one after the other, and how often it was
// run.
std::pair<Result, std::size_t> judged_in(Round round, const std::vector<Result>& results) {
    std::size_t runs = 0;
    const Trial trial{[&](const fs::path& program) {
                          if (program == "given") return result_of("passed", false);
                          return results.at(std::min(runs++, results.size() - 1));
                      },
                      [] { return fs::path("given"); }, round};
    Result result = checked_with_blame("theirs", trial);
    return {std::move(result), runs};
}

GradedLesson lesson_of(const std::string& name, const std::string& verdict) {
    GradedLesson lesson;
    lesson.result.lesson = name;
    lesson.result.verdict = verdict;
    lesson.result.device = verdict == grader_error ? "" : "virtual GPU";
    return lesson;
}

} // namespace

TEST_CASE("doubt: what a program does to itself is tried again once, and stands") {
    const auto killed = result_of("crashed", true);
    const auto [stands, runs] = judged_in(Round::only, {killed});
    CHECK(stands.verdict == "crashed");
    CHECK(stands.points == 1);
    CHECK(runs == 2);
    CHECK(judged_in(Round::only, {killed, result_of("passed", false)}).first.verdict == "passed");
    // No way of ending makes the grader fail.
    CHECK(judged_in(Round::only, {killed, result_of("grader_error", false)}).first.verdict ==
          "not_taken");
}

TEST_CASE("doubt: in a class it is left to the last round, and stands there at once") {
    const auto killed = result_of("crashed", true);
    const auto [left, runs] = judged_in(Round::first, {killed});
    CHECK(left.verdict == "grader_error");
    CHECK(left.points == 0);
    CHECK(left.cases.empty());
    CHECK(left.messages.at(0).text.find("graded again, alone") != std::string::npos);
    CHECK(left.messages.at(0).text.find("its words") != std::string::npos);
    CHECK(runs == 1);
    const auto [stands, more_runs] = judged_in(Round::last, {killed});
    CHECK(stands.verdict == "crashed");
    CHECK(more_runs == 1);
    auto unstarted = result_of("exited", false);
    unstarted.started = false;
    CHECK(judged_in(Round::first, {unstarted}).first.verdict == "grader_error");
    CHECK(judged_in(Round::last, {unstarted}).first.verdict == "exited");
}

TEST_CASE("doubt: none where a program has passed, or ended by what it did") {
    for (const Round round : {Round::only, Round::first, Round::last}) {
        CHECK(judged_in(round, {result_of("passed", true)}).first.verdict == "passed");
        const auto [result, runs] = judged_in(round, {result_of("timed_out", false)});
        CHECK(result.verdict == "timed_out");
        CHECK(runs == 1);
        CHECK(round_named(name_of(round)) == round);
    }
    CHECK_FALSE(round_named("second"));
}

TEST_CASE("doubt: a compiler that the machine has ended is asked once more") {
    PlannedCompiler once("killed works");
    CHECK(once.compile().verdict.empty());
    CHECK(once.words_left() == 0);
    for (const std::string momentary :
         {"No_space_left_on_device", "Resource_temporarily_unavailable", "no_word"}) {
        PlannedCompiler compiler(momentary + " works");
        CHECK(compiler.compile().verdict.empty());
    }
    PlannedCompiler always("killed killed works");
    const auto result = always.compile();
    CHECK(result.verdict == "does_not_compile");
    CHECK(result.in_doubt);
    CHECK(always.words_left() == 1);
    CHECK(in_round(Round::first, result).verdict == "grader_error");
    CHECK(in_round(Round::last, result).verdict == "does_not_compile");
    PlannedCompiler alone("killed works", Round::last);
    CHECK(alone.compile().verdict.empty());
}

TEST_CASE("doubt: none where the compiler says what is wrong, or has used up its time") {
    for (const std::string reason : {"refuses", "works_long"}) {
        PlannedCompiler compiler(reason + " works");
        const auto result = compiler.compile();
        CHECK(result.verdict == "does_not_compile");
        CHECK_FALSE(result.in_doubt);
        CHECK(compiler.words_left() == 1);
    }
    PlannedCompiler odd("it_does_not_say it_does_not_say works");
    CHECK_FALSE(odd.compile().in_doubt);
    CHECK(odd.words_left() == 1);
}

TEST_CASE("doubt: a checker that was stopped at its limit has noted how long programs waited") {
    PlannedCompiler course("works");
    Lesson& lesson = course.in.course.lessons[0];
    const auto stopped = [&](const std::string& waited) {
        course.script("check", "printf '{\"waited\": " + waited + "}' >&3; exec sleep 1000");
        std::string output;
        return run_check(course.in.course, lesson,
                         {.check = lesson.check,
                          .learner = course.bin / "learner",
                          .limit = std::chrono::seconds(1)},
                         {}, output);
    };
    const auto crowded = stopped("0.9");
    CHECK(crowded.verdict == "timed_out");
    CHECK(crowded.waited == 0.9);
    CHECK(is_in_doubt(crowded));
    CHECK_FALSE(is_in_doubt(stopped("0.1")));
}

TEST_CASE("doubt: the last round grades what is left, and its words count") {
    HandedIn in;
    Lesson other = in.course.lessons[0];
    other.name = "02_two";
    const std::vector<const Lesson*> lessons{&in.course.lessons[0], &other};
    std::optional<GradeReport> report;
    CHECK(lessons_left(lessons, report) == lessons);
    GradeReport first;
    first.incomplete_reason = "The workbook itself failed on 02_two.";
    first.lessons = {lesson_of("01_one", "passed"), lesson_of("02_two", grader_error)};
    first.execution_seconds = 2;
    add_round(report, first);
    CHECK(lessons_left(lessons, report) == std::vector<const Lesson*>{&other});
    GradeReport stopped;
    stopped.lessons = {lesson_of("02_two", not_graded)};
    stopped.incomplete_reason = "It was stopped.";
    add_round(report, stopped);
    CHECK(report->lessons[1].result.verdict == grader_error);
    CHECK_FALSE(report->complete);
    GradeReport last;
    last.complete = true;
    last.lessons = {lesson_of("02_two", "crashed")};
    last.warnings = {"one"};
    last.execution_seconds = 3;
    add_round(report, last);
    CHECK(report->complete);
    CHECK(report->incomplete_reason.empty());
    CHECK(report->lessons[0].result.verdict == "passed");
    CHECK(report->lessons[1].result.verdict == "crashed");
    CHECK(report->warnings == std::vector<std::string>{"one"});
    CHECK(report->execution_seconds == 5);
    CHECK(report->device == "virtual GPU");
    CHECK(lessons_left(lessons, report) == lessons); // it was stopped when all were judged
}

TEST_CASE("doubt: the first round is the only one where nothing is graded beside it") {
    CHECK(round_of(1, {.submissions = 1, .lessons = 1}) == Round::only);
    CHECK(round_of(1, {.submissions = 2, .lessons = 1}) == Round::first);
    CHECK(round_of(1, {.submissions = 1, .lessons = 2}) == Round::first);
    CHECK(round_of(2, {.submissions = 1, .lessons = 1}) == Round::last);
}

TEST_CASE("doubt: a compiler goes first when memory runs out, and what it took is known") {
    CHECK(run_process({"cat", "/proc/self/oom_score_adj"}, {.first_to_go = true}).output ==
          "1000\n");
    CHECK(ended_for_memory_in("low 0\nhigh 1\nmax 7\noom 2\noom_kill 3\noom_group_kill 0\n") == 3);
    CHECK(ended_for_memory_in("") == 0);
    const auto worked =
        run_process({"sh", "-c", "while :; do :; done"}, {.limits = {.processor_seconds = 1}});
    CHECK(worked.processor_seconds > 0.5);
    const auto left_behind = run_process({"sh", "-c", "while :; do :; done & exec sleep 1000"},
                                         {.limit = std::chrono::seconds(1)});
    CHECK(left_behind.processor_seconds > 0.1);
    CHECK(run_process({"sleep", "0.3"}).processor_seconds < 0.3);
    CHECK(read_result(R"({"verdict": "crashed", "in_doubt": true, "messages": []})", Result())
              ->in_doubt);
    CHECK(waited_in(R"({"waited": 2.5})") == 2.5);
    CHECK(waited_in("") == 0);
}
