// The `workbook` program: lists, checks and runs. Its words are in README.md; `workbook --help` has
// them all. Exit codes: 0 as wished, 1 not passed (check) or not in order (selfcheck, expect), 2 a
// mistake in the command or the set-up, 77 skipped (expect).
#include "cli/board.hpp"
#include "cli/build.hpp"
#include "cli/expect.hpp"
#include "cli/grade.hpp"
#include "cli/report.hpp"
#include "cli/run_program.hpp"
#include "cli/selfcheck.hpp"
#include "wire/profiles.hpp"

#include <CLI/CLI.hpp>
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>

using namespace workbook::cli;
namespace wire = workbook::wire;

namespace {

constexpr std::size_t usual_messages = 3; // of a lesson
constexpr std::size_t every_message = std::numeric_limits<std::size_t>::max();

constexpr int exit_not_passed = 1;
constexpr int exit_user_error = 2;
constexpr int exit_skipped = 77; // ctest's SKIP_RETURN_CODE

struct Arguments {
    std::string build;
    std::string tree;
    std::vector<std::string> words;
    std::string format = "console";
    bool all_messages = false;
    GradeOptions grade;
    bool accept_stubs = false;
    std::string lesson;
    RunOptions run;
    CheckCommand programs;
    std::string source;
    Expectation expectation;
};

// The build folder this program was built in: it lies in its bin/.
std::filesystem::path own_build_folder() {
    return std::filesystem::read_symlink("/proc/self/exe").parent_path().parent_path();
}

Course open_course(const Arguments& arguments) {
    Course course = read_course(
        arguments.build.empty() ? own_build_folder() : std::filesystem::absolute(arguments.build));
    if (!arguments.tree.empty() && arguments.tree != course.tree) {
        throw UserError(fmt::format("{} grades the tree {}/. For {}/ configure and use the other "
                                    "build: cmake --preset {}",
                                    course.build.string(), course.tree, arguments.tree,
                                    arguments.tree == "solutions" ? "solutions" : "learner"));
    }
    return course;
}

void print(const std::string& text) {
    std::fputs(text.c_str(), stdout);
    std::fflush(stdout);
}

int check(const Arguments& arguments) {
    const Course course = open_course(arguments);
    const auto lessons = select_lessons(course, arguments.words);
    const bool json = arguments.format == "json";
    if (!json) print(tree_banner(course));
    GradeOptions options = arguments.grade;
    options.broken_stubs = !arguments.words.empty(); // who names a lesson wants to hear of it
    const auto results = grade(course, lessons, options);
    const auto most = arguments.all_messages ? every_message : usual_messages;
    print(json ? json_report(results) : check_report(course, results, most));
    const bool all_passed =
        std::ranges::all_of(results, [](const Result& r) { return r.verdict == passed; });
    return all_passed ? 0 : exit_not_passed;
}

int show_board(const Arguments& arguments) {
    const Course course = open_course(arguments);
    print(tree_banner(course));
    const auto results = grade(course, select_lessons(course, {}), arguments.grade);
    print(board(course, results));
    const bool graded =
        std::ranges::none_of(results, [](const Result& r) { return r.verdict == grader_error; });
    return graded ? 0 : exit_not_passed;
}

int check_lessons_themselves(const Arguments& arguments) {
    const Course course = open_course(arguments);
    if (arguments.accept_stubs) accept_stubs(course);
    const auto complaints = selfcheck(course);
    for (const auto& complaint : complaints) print(complaint + "\n");
    print(complaints.empty() ? fmt::format("{} lessons are in order\n", course.lessons.size())
                             : fmt::format("{} things to mend\n", complaints.size()));
    return complaints.empty() ? 0 : exit_not_passed;
}

int expect(const Arguments& arguments) {
    const Course course = open_course(arguments);
    const Lesson& lesson = *select_lessons(course, {arguments.lesson}).front();
    Expectation expectation = arguments.expectation;
    if (!arguments.source.empty()) {
        std::ifstream stream(arguments.source);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        expectation = read_expectation(text, arguments.source);
    }
    std::string output;
    Result result = run_check(course, lesson, arguments.programs, arguments.grade, output);
    if (const std::string& name = arguments.programs.learner_namespace; !name.empty()) {
        output = without_namespace(std::move(output), name);
        for (auto& message : result.messages)
            message.text = without_namespace(std::move(message.text), name);
    }
    const bool on_virtual = result.device.find("irtual") != std::string::npos;
    if (expectation.only_virtual && !on_virtual) {
        print("Skipped: only the virtual GPU can see this mistake.\n");
        return exit_skipped;
    }
    if (!on_virtual) expectation.no_points = false; // hardware may not show what is broken
    // Hardware reports a fault, but not which one and where.
    if (!on_virtual && expectation.verdict == "fault") {
        // Hardware does not name the fault; it may show wrong values, a crash, or an endless
        // kernel.
        expectation.messages.clear();
        expectation.verdict.clear();
        expectation.not_verdict = "passed";
    }
    const auto reasons = unmet(expectation, result, output);
    print(check_report(course, {result}, every_message));
    if (reasons.empty()) return 0;
    print("\nNot as expected:\n");
    for (const auto& reason : reasons) print("  " + reason + "\n");
    print("\nThe checker printed:\n" + output + "\n");
    return exit_not_passed;
}

void add_grade_options(CLI::App& command, Arguments& arguments) {
    command.add_option("--device", arguments.grade.device, "what to run on")
        ->envname("WORKBOOK_DEVICE")
        ->check(CLI::IsMember({"auto", "gpu", "virtual"}));
    command.add_option("--seed", arguments.grade.seed, "repeats a run; new each time if not given")
        ->envname("WORKBOOK_SEED");
}

// How many of the arguments are for this program: all, but for those behind the one that `run`
// runs.
int own_argument_count(int count, char** values) {
    bool is_value = false; // of the option before it: `--build FOLDER`
    bool runs = false;
    for (int i = 1; i < count; ++i) {
        const std::string_view word = values[i];
        if (word.starts_with('-')) {
            const bool is_flag = word == "--gpu" || word == "--help" || word == "-h";
            is_value = !is_flag && word.find('=') == std::string_view::npos;
        } else if (is_value) {
            is_value = false;
        } else if (runs) {
            return i;
        } else if (word == "run") {
            runs = true;
        } else {
            return count;
        }
    }
    return count;
}

void add_run_options(CLI::App& command, RunOptions& run) {
    command.add_option("--profile", run.profile, "the card that the virtual GPU stands for")
        ->check(
            CLI::IsMember(std::vector<std::string>(wire::profiles.begin(), wire::profiles.end())));
    command.add_option("--checks", run.checks,
                       "all, none, or some of memcheck,racecheck,initcheck,synccheck,counters");
    command
        .add_option("--seed", run.seed, "permutes the order of blocks and warps; 0: fixed order")
        ->check(CLI::NonNegativeNumber);
    command.add_option("--devices", run.devices, "how many virtual GPUs there are")
        ->check(CLI::Range(1, wire::most_devices));
    command.add_option("--memory", run.memory, "of each, such as 512M or 2G");
    command.add_flag("--gpu", run.gpu, "on a GPU instead, with NVIDIA's runtime");
}

} // namespace

int main(int argument_count, char** argument_values) {
    Arguments arguments;
    arguments.grade.seed = std::random_device()();
    int (*action)(const Arguments&) = show_board;

    CLI::App app("Grades CUDA C++ lessons, with or without a GPU.", "workbook");
    app.require_subcommand(0, 1);
    app.add_option("--build", arguments.build, "build folder; the program's own if not given");
    app.add_option("--tree", arguments.tree, "refuse to grade any tree but this one")
        ->check(CLI::IsMember({"exercises", "solutions"}));
    app.fallthrough();
    add_grade_options(app, arguments);

    auto& board_command = *app.add_subcommand("board", "all lessons at a glance (the default)");
    board_command.callback([&] { action = show_board; });

    auto& check_command = *app.add_subcommand("check", "check lessons and say what is wrong");
    check_command.add_option("lesson", arguments.words, "names or numbers; all if none is given");
    check_command.add_option("--format", arguments.format)
        ->check(CLI::IsMember({"console", "json"}));
    check_command.add_flag("--all", arguments.all_messages, "every message, not only the first");
    check_command.callback([&] { action = check; });

    auto& list_command = *app.add_subcommand("list", "the lessons, without running any");
    list_command.callback([&] {
        action = [](const Arguments& given) {
            print(list_report(open_course(given)));
            return 0;
        };
    });

    auto& run_command = *app.add_subcommand(
        "run", "any CUDA program on the virtual GPU: run [OPTIONS] PROGRAM [ARGUMENTS]");
    add_run_options(run_command, arguments.run);
    run_command.callback([&] {
        action = [](const Arguments& given) -> int {
            run_program(open_course(given), given.run, given.words);
        };
    });

    auto& selfcheck_command =
        *app.add_subcommand("selfcheck", "whether stubs, solutions and READMEs are in order");
    selfcheck_command.add_flag("--accept-stubs", arguments.accept_stubs,
                               "record the stubs as they are as untouched");
    selfcheck_command.callback([&] { action = check_lessons_themselves; });

    auto& expect_command = *app.add_subcommand("expect", "test a checker with a known program");
    expect_command.add_option("--lesson", arguments.lesson)->required();
    expect_command.add_option("--check", arguments.programs.check)->required();
    expect_command.add_option("--learner", arguments.programs.learner)->required();
    expect_command.add_option("--source", arguments.source, "a mistake: says what to expect")
        ->check(CLI::ExistingFile);
    expect_command.add_option("--namespace", arguments.programs.learner_namespace,
                              "the C++ namespace that the learner's code is in");
    expect_command.add_option("--verdict", arguments.expectation.verdict);
    expect_command.add_option("--not-verdict", arguments.expectation.not_verdict);
    expect_command.add_flag("--no-points", arguments.expectation.no_points, "no case may pass");
    expect_command.callback([&] { action = expect; });

    // What stands behind `run PROGRAM` is the program's, whatever it looks like.
    const int own = own_argument_count(argument_count, argument_values);
    try {
        app.parse(own, argument_values);
    } catch (const CLI::ParseError& error) { // also how --help ends, with 0
        return app.exit(error) == 0 ? 0 : exit_user_error;
    }
    if (own < argument_count)
        arguments.words.assign(argument_values + own, argument_values + argument_count);
    try {
        return action(arguments);
    } catch (const UserError& error) {
        std::fprintf(stderr, "workbook: %s\n", error.what());
        return exit_user_error;
    }
}
