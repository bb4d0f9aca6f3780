// `workbook expect`, for the workbook's own tests: whether a checker says of a known program what
// its file promises.
#include "cli/expect.hpp"

#include "cli/commands/command_line.hpp"
#include "cli/files.hpp"
#include "cli/lesson_report.hpp"

#include <cstdlib>
#include <filesystem>
#include <fmt/core.h>
#include <fstream>
#include <limits>

namespace workbook::cli {
namespace {

constexpr std::size_t every_message = std::numeric_limits<std::size_t>::max();

struct ExpectOptions {
    std::string lesson;
    std::string source, cases, gain;
    CheckCommand programs;
    Expectation expectation;
};

struct Checked {
    Result result;
    std::string output;
};

std::string text_of_file(const std::filesystem::path& path) { return file_text(path).value_or(""); }

// What the checker says, as if the learner's functions were in no namespace.
Checked check(const Course& course, const CommandLine& line, const ExpectOptions& options,
              const std::vector<std::string>& more) {
    CheckCommand programs = options.programs;
    programs.more = more;
    if (!options.gain.empty()) programs.more.emplace_back("--gain");
    Checked checked;
    const Lesson& lesson = *select_lessons(course, {options.lesson}).front();
    checked.result = run_check(course, lesson, programs, line.grade, checked.output);
    if (!programs.names.empty()) {
        const std::string namespaces =
            text_of_file(std::filesystem::path(programs.names).replace_extension("namespaces"));
        checked.output = without_namespaces(std::move(checked.output), namespaces);
        for (auto& message : checked.result.messages)
            message.text = without_namespaces(std::move(message.text), namespaces);
    }
    return checked;
}

bool on_virtual(const Result& result) { return result.device.find("irtual") != std::string::npos; }

// The text on the gain, which the virtual GPU counts, has to be the file's. With WORKBOOK_APPROVE=1
// in the environment the file gets the new text.
std::vector<std::string> unlike_gain(const Result& result, const std::string& file) {
    std::string told;
    for (const auto& line : result.gained) told += line + "\n";
    if (const char* approve = std::getenv("WORKBOOK_APPROVE");
        approve != nullptr && std::string_view(approve) == "1" && !told.empty())
        std::ofstream(file) << told;
    const std::string expected = text_of_file(file);
    if (told == expected && !told.empty()) return {};
    return {fmt::format("the gain is\n{}\nand {} has\n{}", told, file, expected)};
}

// What hardware can show of it. It reports a fault, but not which one and where; it may show wrong
// values, a crash, or an endless kernel.
Expectation on_hardware(Expectation expectation) {
    expectation.no_points = false;
    if (expectation.verdict == words_of(wire::Verdict::fault).name) {
        expectation.messages.clear();
        expectation.verdict.clear();
        expectation.not_verdict = passed;
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

// The cases that caught the mistake when the file was written: "lesson <tab> mistake <tab> case", a
// row for each. As an argument for Catch2; empty where the file has none.
std::string cases_of(const ExpectOptions& options) {
    const std::string begin =
        options.lesson + "\t" + std::filesystem::path(options.source).stem().string() + "\t";
    std::ifstream stream(options.cases);
    std::string argument;
    for (std::string row; std::getline(stream, row);) {
        if (!row.starts_with(begin)) continue;
        if (!argument.empty()) argument += ',';
        for (const char c : row.substr(begin.size())) {
            if (std::string_view(R"(,[]"\*~)").find(c) != std::string_view::npos) argument += '\\';
            argument += c;
        }
    }
    return argument;
}

// What is quickest comes first: the cases that caught the mistake before, all cases up to the first
// failure, all cases. A mistake is caught by one of them or not at all. Whole runs of all, with the
// same promises, are a script's work, when a checker has changed:
// checker/tests/mistakes/count_cases.py.
std::vector<std::vector<std::string>> ways_to_check(const ExpectOptions& options) {
    if (options.source.empty()) return {{}};
    std::vector<std::vector<std::string>> ways{{"--abort"}, {}};
    if (const std::string known = cases_of(options); !known.empty())
        ways.insert(ways.begin(), {known});
    return ways;
}

int expect(const CommandLine& line, const ExpectOptions& options) {
    const Course course = line.open_whole_course();
    Expectation expectation = options.expectation;
    if (!options.source.empty())
        expectation = read_expectation(text_of_file(options.source), options.source);
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
        if (!options.gain.empty() && reasons.empty() && on_virtual(checked.result))
            reasons = unlike_gain(checked.result, options.gain);
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
        .add_option("--cases", options->cases, "which cases caught a mistake before: tried first")
        ->check(CLI::ExistingFile);
    command.add_option("--gain", options->gain, "the text of what it says that the student gained");
    command
        .add_option("--names", options->programs.names,
                    "a file: in which C++ namespaces the learner's functions are; NAME.namespaces "
                    "beside it")
        ->check(CLI::ExistingFile);
    command.add_option("--verdict", options->expectation.verdict);
    command.add_option("--not-verdict", options->expectation.not_verdict);
    command.add_flag("--no-points", options->expectation.no_points, "no case may pass");
    command.callback(
        [&line, options] { line.action = [&line, options] { return expect(line, *options); }; });
}

} // namespace workbook::cli
