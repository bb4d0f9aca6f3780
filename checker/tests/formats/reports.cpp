#include "reports.hpp"

#include <fmt/core.h>

#include <random>

namespace workbook::formats_test {

using namespace cli;

const std::string hostile_text =
    "\x1b[2J\x1b]0;owned\x07\x1b[31mred\x7f \xff\xfe\xc0\xaf\xed\xa0\x80 \xc2\x9b"
    "2J \xe2\x80\xae"
    "reversed \xef\xbf\xbf \xf4\x90\x80\x80\r\n"
    "]]></failure><![CDATA[ </pre></script><script>alert(1)</script> <img src=x onerror=alert(2)>\n"
    "::error file=a,line=1::owned\n \xc2\xa0::stop-commands::owned\n::add-mask::points\n"
    "##[error]owned ###[group]x\n%0A%25 & &amp; &#10; &lt;\n"
    "=cmd|' /C calc'!A0\n+1\n-1\n@SUM(1)\n"
    "| a | b \\| c |\n```\n~~~~~\n``````\n</details></code>\n\n# heading\n\n    code\n"
    "[x](javascript:alert(1)) ![i](http://127.0.0.1/i.png) www.example.org @everyone #1 *b* _i_\n"
    "{{7*7}} ${HOME} $(id) `id` '\"\\ \t tab \r lone return"
    // The last byte of the text is a NUL.
    + std::string(1, '\0');

namespace {

GradedLesson lesson(const std::string& name, const std::string& title, const std::string& verdict,
                    double points, double max_points) {
    GradedLesson made;
    made.result.lesson = name;
    made.result.verdict = verdict;
    made.result.points = points;
    made.result.max_points = max_points;
    made.result.tree = "exercises";
    const bool ran = verdict != not_started && verdict != does_not_compile &&
                     verdict != grader_error && verdict != not_graded;
    made.result.device = ran ? "virtual GPU" : "";
    made.title = title;
    made.part = "01_launch";
    made.seconds = ran ? 1.25 : 0;
    return made;
}

Message message(const std::string& test_case, const std::string& verdict, const std::string& text,
                const std::string& file = "exercises/01_launch/x/check.cpp", int line = 12) {
    return {test_case, verdict, text, file, line};
}

// A lesson that failed as a whole, with a sentence.
GradedLesson failed(const std::string& name, const std::string& verdict, const std::string& text) {
    GradedLesson made = lesson(name, "Fails in its own way", verdict, 0, 3);
    made.result.messages = {message("any size", verdict, text)};
    made.cases = {{"any size", 0, 3, false, verdict}};
    made.reason = "0 of 1 case passed";
    return made;
}

GradedLesson partial_credit() {
    GradedLesson made = lesson("03_square_port", "Square, on the GPU", "wrong_answer", 5.0 / 3, 5);
    made.result.device = "NVIDIA H200";
    made.result.messages = {
        message("any size", "wrong_answer",
                "elements 4096 to 4999 were never written:\n  the grid has 4096 threads"),
        message("any size", "wrong_answer", "the copy back misses the last 904 elements",
                "exercises/01_launch/03_square_port/square_port.cu", 31)};
    made.cases = {{"small numbers", 5.0 / 3, 5.0 / 3, true, "passed"},
                  {"any size", 0, 10.0 / 3, false, "wrong_answer"}};
    made.reason = "1 of 2 cases passed: not \"any size\"";
    return made;
}

GradedLesson with_hidden_cases() {
    GradedLesson made =
        lesson("28_shared_reverse", "Reverse in shared memory", hidden_failed, 3, 4);
    made.cases = {{"one block", 2, 2, true, "passed"},
                  {"many blocks, secretly", 0, 1, false, "fault", true},
                  {"one element, secretly", 1, 1, true, "passed", true}};
    made.hidden = {2, 1, 1, 2};
    made.result.messages = {message("many blocks, secretly", "fault", "a secret message"),
                            message("", "timed_out", "a secret of no case")};
    made.result.messages[1].hidden = true;
    made.reason = "1 of 2 hidden cases did not pass";
    made.part = "05_memory";
    return made;
}

GradedLesson hostile_lesson() {
    GradedLesson made = lesson("40_hostile", "__global__ & <<<1, 32>>> | `pipes`", "crashed", 0, 2);
    made.cases = {{hostile_text, 0, 2, false, "crashed"}};
    made.result.messages = {message(hostile_text, "crashed", hostile_text, "a,b:c%0A\n::x.cu", 3),
                            message("", "crashed", "", "", 0)};
    made.result.notes = {hostile_text};
    made.result.printed = hostile_text;
    made.reason = hostile_text;
    return made;
}

} // namespace

GradeReport example_report() {
    GradeReport report;
    report.workbook_version = "0.1.0";
    report.submission = "=ada & <b>grace</b>, \"the | first\" ::error::";
    report.tree = "exercises";
    report.is_submission = true;
    report.device = "virtual GPU and NVIDIA H200";
    report.started_at = "2026-11-22T04:00:00Z";
    report.graded_at = "2026-11-22T04:03:21Z";
    report.warnings = {"graded without a sandbox (--unsandboxed)"};
    report.incomplete_reason = "interrupted while 48_monte_carlo_pi was graded";
    report.execution_seconds = 201.0625;
    report.lessons = {lesson("01_device_query", "What GPU is this?", passed, 2, 2),
                      partial_credit(),
                      failed("04_fault", "fault", "memcheck: Invalid __global__ read of size 8"),
                      failed("05_requirement", "requirement", "no kernel was launched"),
                      failed("06_traffic", "too_much_traffic", "each element is written twice"),
                      failed("07_timeout", "timed_out", "no answer after 10 s"),
                      failed("08_crash", "crashed", "the program was ended by signal 11"),
                      failed("09_exit", "exited", "the program called exit(0)"),
                      failed("10_memory", "out_of_memory", "more than 4 GiB"),
                      failed("11_output", "too_much_output", "more than 1 MiB printed"),
                      failed("12_forbidden", "forbidden", "the program tried to trace the check"),
                      lesson("13_not_started", "Not started", not_started, 0, 5),
                      failed("14_compile", does_not_compile, "error: expected a \";\""),
                      lesson("15_grader_error", "The workbook's own fault", grader_error, 0, 3),
                      lesson("16_skipped", "Needs other hardware", "skipped", 0, 3),
                      with_hidden_cases(),
                      hostile_lesson(),
                      lesson("48_monte_carlo_pi", "Pi by dice", not_graded, 0, 4)};
    report.lessons[12].result.messages[0].file = "exercises/02_data/14_compile/compile.cu";
    report.lessons[12].result.messages[0].test_case = "";
    report.lessons[12].cases.clear();
    return report;
}

GradeReport short_report() {
    GradeReport report = example_report();
    report.lessons.resize(1);
    report.submission = "ada";
    report.device = "virtual GPU";
    report.warnings.clear();
    report.complete = true;
    report.incomplete_reason.clear();
    report.detail = Detail::none;
    report.seed = 18446744073709551615u;
    return report;
}

GradeReport random_report(unsigned seed) {
    std::mt19937 random(seed);
    const auto below = [&random](std::size_t count) { return random() % count; };
    const std::vector<std::string> verdicts = {"passed",        "wrong_answer", "not_started",
                                               "timed_out",     "grader_error", "not_graded",
                                               "hidden_failed", "skipped",      hostile_text};
    // Pieces of the hostile text, put together anew.
    const auto text = [&](std::size_t most) {
        std::string made;
        for (std::size_t n = below(most + 1); n > 0; --n)
            made += hostile_text.substr(below(hostile_text.size()), below(40));
        return made;
    };
    GradeReport report = example_report();
    report.submission = text(3);
    report.warnings.assign(below(14), text(2));
    report.complete = below(2) == 0;
    report.lessons.clear();
    for (std::size_t i = below(15); i > 0; --i) {
        const auto points = static_cast<double>(below(9)) / 3;
        GradedLesson made = lesson(fmt::format("{:02}_{}", i, text(1)), text(2),
                                   verdicts[below(verdicts.size())], points, 3);
        for (std::size_t n = below(4); n > 0; --n)
            made.cases.push_back(
                {text(2), points, 3, below(2) == 0, verdicts[below(6)], below(4) == 0});
        for (std::size_t n = below(4); n > 0; --n)
            made.result.messages.push_back(
                message(made.cases.empty() ? text(1) : made.cases.front().name, verdicts[below(6)],
                        text(6), text(1), static_cast<int>(below(50))));
        made.hidden = {static_cast<int>(below(3)), 0, 0, 0};
        made.result.printed = text(9);
        made.reason = text(2);
        report.lessons.push_back(made);
    }
    return report;
}

GradeReport long_report() {
    GradeReport report = short_report();
    report.detail = Detail::full;
    report.lessons.clear();
    for (int i = 0; i < 20; ++i) {
        GradedLesson made = lesson(fmt::format("{:02}_long", i), "Long", "wrong_answer", 0, 1);
        made.result.printed = std::string(70'000, 'x');
        report.lessons.push_back(made);
    }
    return report;
}

ClassReport example_class() {
    ClassReport report;
    report.workbook_version = "0.1.0";
    report.graded_at = "2026-11-22T04:00:00Z";
    report.incomplete_reason = "The workbook itself failed on 1 submission (" + hostile_text + ").";
    report.warnings = {hostile_text};
    const auto row = [&](const std::string& label, const std::string& verdict, double points) {
        ClassRow made;
        made.label = label;
        made.name = "hw1-" + label;
        made.complete = verdict != grader_error;
        made.points = 1 + points;
        made.max_points = 4;
        made.results = {{"passed", 1}, {verdict, points}};
        made.report = "reports/" + label + ".json";
        return made;
    };
    report.rows = {row("ada", "passed", 3), row("bob", "wrong_answer", 5.0 / 3),
                   row("eve", "grader_error", 0), row(hostile_text, hostile_text, 0)};
    report.rows[0].late = true;
    report.rows[2].failure = "The workbook failed on it, 3 times. " + hostile_text;
    ClassRow& hostile = report.rows[3];
    hostile.student = hostile.student_id = hostile.email = hostile_text;
    hostile.warnings = {hostile_text, "A file has hard links."};
    report.lessons = {{.name = "02_first_kernel",
                       .title = "First kernel",
                       .part = "01_launch",
                       .max_points = 1,
                       .verdicts = {{"passed", 4, "ada"}},
                       .cases = {},
                       .symptoms = {}},
                      {.name = "03_square_port",
                       .title = "Square, on the GPU",
                       .part = "01_launch",
                       .max_points = 3,
                       .verdicts = {{"grader_error", 1, "eve"},
                                    {"passed", 1, "ada"},
                                    {"wrong_answer", 1, "bob"},
                                    {hostile_text, 1, hostile_text}},
                       .cases = {{"any size", 1, "bob"}, {hostile_text, 1, hostile_text}},
                       .symptoms = {{"`output` of square(): ... elements are wrong", 1, "bob"},
                                    {hostile_text, 1, hostile_text}}}};
    return report;
}

} // namespace workbook::formats_test
