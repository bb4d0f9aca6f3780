// `workbook expect`, for the workbook's own tests: whether a checker says of a known program what
// its file promises.
#include "cli/expect.hpp"

#include "cli/commands/command_line.hpp"
#include "cli/lesson_report.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>

namespace workbook::cli {
namespace {

constexpr std::size_t every_message = std::numeric_limits<std::size_t>::max();

struct ExpectOptions {
    std::string lesson;
    std::string source, cases;
    CheckCommand programs;
    Expectation expectation;
};

struct Checked {
    Result result;
    std::string output;
};

// What the checker says, as if the learner's code were in no namespace.
Checked check(const Course& course, const CommandLine& line, const ExpectOptions& options,
              const std::vector<std::string>& more) {
    CheckCommand programs = options.programs;
    programs.more = more;
    Checked checked;
    const Lesson& lesson = *select_lessons(course, {options.lesson}).front();
    checked.result = run_check(course, lesson, programs, line.grade, checked.output);
    if (const std::string& name = programs.learner_namespace; !name.empty()) {
        checked.output = without_namespace(std::move(checked.output), name);
        for (auto& message : checked.result.messages)
            message.text = without_namespace(std::move(message.text), name);
    }
    return checked;
}

bool on_virtual(const Result& result) { return result.device.find("irtual") != std::string::npos; }

// What hardware can show of it. It reports a fault, but not which one and where; it may show wrong
// values, a crash, or an endless kernel.
Expectation on_hardware(Expectation expectation) {
    expectation.no_points = false;
    if (expectation.verdict == "fault") {
        expectation.messages.clear();
        expectation.verdict.clear();
        expectation.not_verdict = "passed";
    }
    return expectation;
}

int report(const Course& course, const Checked& checked, const std::vector<std::string>& reasons) {
    print(check_report(course, {checked.result}, every_message));
    if (reasons.empty()) return 0;
    print("\nNot as expected:\n");
    for (const auto& reason : reasons) print("  " + reason + "\n");
    print("\nThe checker printed:\n" + checked.output + "\n");
    return exit_not_passed;
}

// The case that caught the mistake when the file was written: "lesson <tab> mistake <tab> case". As
// an argument for Catch2; empty where the file has none.
std::string case_of(const ExpectOptions& options) {
    const std::string begin =
        options.lesson + "\t" + std::filesystem::path(options.source).stem().string() + "\t";
    std::ifstream stream(options.cases);
    for (std::string row; std::getline(stream, row);) {
        if (!row.starts_with(begin)) continue;
        std::string argument;
        for (const char c : row.substr(begin.size())) {
            if (std::string_view(R"(,[]"\*~)").find(c) != std::string_view::npos) argument += '\\';
            argument += c;
        }
        return argument;
    }
    return "";
}

// What is quickest comes first: the case that caught the mistake before, all cases up to the first
// failure, all cases. A mistake is caught by one of them or not at all. Whole runs of all, with the
// same promises, are a script's work, when a checker has changed:
// checker/tests/mistakes/count_cases.py.
std::vector<std::vector<std::string>> ways_to_check(const ExpectOptions& options) {
    if (options.source.empty()) return {{}};
    std::vector<std::vector<std::string>> ways{{"--abort"}, {}};
    if (const std::string known = case_of(options); !known.empty())
        ways.insert(ways.begin(), {known, "--abort"});
    return ways;
}

int expect(const CommandLine& line, const ExpectOptions& options) {
    const Course course = line.open_whole_course();
    Expectation expectation = options.expectation;
    if (!options.source.empty()) {
        std::ifstream stream(options.source);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        expectation = read_expectation(text, options.source);
    }
    Checked checked;
    std::vector<std::string> reasons;
    for (const auto& way : ways_to_check(options)) {
        checked = check(course, line, options, way);
        if (expectation.only_virtual && !on_virtual(checked.result)) {
            print("Skipped: only the virtual GPU can see this mistake.\n");
            return exit_skipped;
        }
        if (!on_virtual(checked.result)) expectation = on_hardware(expectation);
        reasons = unmet(expectation, checked.result, checked.output);
        if (reasons.empty()) break;
    }
    return report(course, checked, reasons);
}

} // namespace

void add_expect(CommandLine& line) {
    const auto options = std::make_shared<ExpectOptions>();
    auto& command = *line.app.add_subcommand("expect", "test a checker with a known program");
    command.add_option("--lesson", options->lesson)->required();
    command.add_option("--check", options->programs.check)->required();
    command.add_option("--learner", options->programs.learner)->required();
    command.add_option("--source", options->source, "a mistake: says what to expect")
        ->check(CLI::ExistingFile);
    command
        .add_option("--cases", options->cases, "which case caught a mistake before: tried first")
        ->check(CLI::ExistingFile);
    command.add_option("--namespace", options->programs.learner_namespace,
                       "the C++ namespace that the learner's code is in");
    command.add_option("--verdict", options->expectation.verdict);
    command.add_option("--not-verdict", options->expectation.not_verdict);
    command.add_flag("--no-points", options->expectation.no_points, "no case may pass");
    command.callback(
        [&line, options] { line.action = [&line, options] { return expect(line, *options); }; });
}

} // namespace workbook::cli
