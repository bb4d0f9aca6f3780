#include "cli/expect.hpp"

#include "cli/commands/command_line.hpp"
#include "cli/report.hpp"

#include <fstream>
#include <iterator>
#include <limits>

namespace workbook::cli {
namespace {

constexpr std::size_t every_message = std::numeric_limits<std::size_t>::max();

struct ExpectOptions {
    std::string lesson;
    std::string source;
    CheckCommand programs;
    Expectation expectation;
};

int expect(const CommandLine& line, const ExpectOptions& options) {
    const Course course = line.open_course();
    const Lesson& lesson = *select_lessons(course, {options.lesson}).front();
    Expectation expectation = options.expectation;
    if (!options.source.empty()) {
        std::ifstream stream(options.source);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        expectation = read_expectation(text, options.source);
    }
    std::string output;
    Result result = run_check(course, lesson, options.programs, line.grade, output);
    if (const std::string& name = options.programs.learner_namespace; !name.empty()) {
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

} // namespace

void add_expect(CommandLine& line) {
    const auto options = std::make_shared<ExpectOptions>();
    auto& command = *line.app.add_subcommand("expect", "test a checker with a known program");
    command.add_option("--lesson", options->lesson)->required();
    command.add_option("--check", options->programs.check)->required();
    command.add_option("--learner", options->programs.learner)->required();
    command.add_option("--source", options->source, "a mistake: says what to expect")
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
