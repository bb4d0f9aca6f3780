// JUnit's XML, as Jenkins, GitLab and most CI systems read it: the elements and attributes of
// junit-10.xsd (github.com/jenkinsci/xunit-plugin). A lesson is a suite; its first test case is the
// lesson's verdict, so that a suite cannot look green when its lesson did not pass.
#include "cli/formats/formats.hpp"
#include "cli/formats/html_parts.hpp"
#include "cli/formats/words.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace workbook::cli {
namespace {

// A parser would turn line breaks of an attribute into spaces.
std::string xml_attribute(const std::string& name, const std::string& value) {
    std::string escaped;
    for (const char c : html_text(value)) {
        if (c == '\n' || c == '\t') {
            escaped += c == '\n' ? "&#10;" : "&#9;";
        } else {
            escaped += c;
        }
    }
    return fmt::format(" {}=\"{}\"", name, escaped);
}

struct SuiteCounts {
    int tests = 0, failures = 0, errors = 0, skipped = 0;

    void add(Outcome outcome) {
        ++tests;
        failures += outcome == Outcome::fail;
        errors += outcome == Outcome::error;
        skipped += outcome == Outcome::skip;
    }
    void add(const SuiteCounts& other) {
        tests += other.tests;
        failures += other.failures;
        errors += other.errors;
        skipped += other.skipped;
    }
    std::string attributes() const {
        return fmt::format(" tests=\"{}\" failures=\"{}\" errors=\"{}\"", tests, failures, errors);
    }
};

// "2026-11-22T04:00:00": readers disagree on whether a zone may follow.
std::string zoneless(std::string time) {
    if (time.ends_with('Z')) time.pop_back();
    return time;
}

std::string junit_first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

struct JunitCase {
    std::string name;
    std::string verdict;
    std::string message; // one line
    std::string text;    // all that there is to say
    std::string printed;
};

std::string junit_case(const std::string& suite, const JunitCase& one) {
    const Outcome outcome = outcome_of(one.verdict);
    std::string inside;
    if (outcome != Outcome::pass) {
        const char* element = outcome == Outcome::fail    ? "failure"
                              : outcome == Outcome::error ? "error"
                                                          : "skipped";
        inside = fmt::format("      <{}{}{}>{}</{}>\n", element, xml_attribute("type", one.verdict),
                             xml_attribute("message", one.message), html_text(one.text), element);
    }
    if (!one.printed.empty())
        inside += "      <system-out>" + html_text(one.printed) + "</system-out>\n";
    const std::string head =
        "    <testcase" + xml_attribute("classname", suite) + xml_attribute("name", one.name);
    return head + (inside.empty() ? "/>\n" : ">\n" + inside + "    </testcase>\n");
}

std::string messages_about(const GradedLesson& lesson, const std::string& name) {
    std::string text;
    for (const Message& message : lesson.result.messages) {
        if (message.test_case == name) text += (text.empty() ? "" : "\n\n") + message_text(message);
    }
    return text;
}

// What no case is to blame for: compiler errors, crashes between cases, the checker's notes.
std::string messages_of_no_case(const GradedLesson& lesson) {
    std::string text;
    for (const Message& message : lesson.result.messages) {
        const bool of_case = std::ranges::find(lesson.cases, message.test_case,
                                               &GradedCase::name) != lesson.cases.end();
        if (!of_case && !message.hidden) text += "\n\n" + message_text(message);
    }
    for (const std::string& note : lesson.result.notes) text += "\n\nnote: " + note;
    return text;
}

// The same of a hidden checker; the report has it with --show-hidden.
std::string hidden_messages_of_no_case(const GradedLesson& lesson) {
    std::string text;
    for (const Message& message : lesson.result.messages)
        if (message.hidden && message.test_case.empty()) text += "\n\n" + message_text(message);
    return text;
}

std::vector<JunitCase> junit_cases(const GradedLesson& lesson) {
    const Result& result = lesson.result;
    std::string sentence =
        fmt::format("{}: {}", spoken(result.verdict), score_text(result.points, result.max_points));
    if (!lesson.reason.empty()) sentence += ": " + lesson.reason;
    std::vector<JunitCase> cases = {{"the lesson's verdict", result.verdict, sentence,
                                     sentence + messages_of_no_case(lesson), result.printed}};
    for (const GradedCase& graded : lesson.cases) {
        const std::string text = messages_about(lesson, graded.name);
        const std::string words = spoken(graded.verdict);
        cases.push_back({graded.hidden ? graded.name + " (hidden)" : graded.name, graded.verdict,
                         text.empty() ? words : words + ": " + junit_first_line(text), text, ""});
    }
    const std::string hidden = hidden_messages_of_no_case(lesson);
    if (lesson.hidden.cases > 0 || !hidden.empty()) {
        const bool all = lesson.hidden.cases > 0 && lesson.hidden.passed == lesson.hidden.cases;
        const std::string counts = hidden_text(lesson.hidden);
        cases.push_back(
            {"hidden cases", all ? passed : hidden_failed, counts, counts + hidden, ""});
    }
    return cases;
}

std::string junit_property(const char* name, const std::string& value) {
    return "      <property" + xml_attribute("name", name) + xml_attribute("value", value) + "/>\n";
}

std::string junit_suite(const GradeReport& report, const GradedLesson& lesson, SuiteCounts& total) {
    const Result& result = lesson.result;
    SuiteCounts counts;
    std::string cases;
    for (const JunitCase& one : junit_cases(lesson)) {
        counts.add(outcome_of(one.verdict));
        cases += junit_case(result.lesson, one);
    }
    total.add(counts);
    return "  <testsuite" + xml_attribute("name", result.lesson) + counts.attributes() +
           fmt::format(" skipped=\"{}\" time=\"{:.3f}\"", counts.skipped, lesson.seconds) +
           xml_attribute("timestamp", zoneless(report.started_at)) + ">\n    <properties>\n" +
           junit_property("title", lesson.title) + junit_property("verdict", result.verdict) +
           junit_property("points", points_text(result.points)) +
           junit_property("max_points", points_text(result.max_points)) +
           junit_property("device", device_text(result.device)) + "    </properties>\n" + cases +
           "  </testsuite>\n";
}

// What is to be said of the report as a whole fits no lesson: a suite of its own, first.
std::string overall_suite(const GradeReport& report, SuiteCounts& total) {
    SuiteCounts counts;
    const JunitCase all{"graded completely", report.complete ? passed : not_graded,
                        report.incomplete_reason, report.incomplete_reason, ""};
    counts.add(outcome_of(all.verdict));
    total.add(counts);
    std::string warnings;
    for (const std::string& warning : report.warnings) warnings += "Warning: " + warning + "\n";
    return "  <testsuite name=\"workbook grade\"" + counts.attributes() +
           fmt::format(" skipped=\"0\" time=\"{:.3f}\"", report.execution_seconds) +
           xml_attribute("timestamp", zoneless(report.started_at)) + ">\n    <properties>\n" +
           junit_property("workbook_version", report.workbook_version) +
           junit_property("submission", report.submission) + junit_property("tree", report.tree) +
           junit_property("points", points_text(points_of(report))) +
           junit_property("max_points", points_text(max_points_of(report))) +
           "    </properties>\n" + junit_case("workbook grade", all) + "    <system-out>" +
           html_text(tree_text(report) + "\n" + warnings) + "</system-out>\n  </testsuite>\n";
}

} // namespace

std::string junit_grade(const GradeReport& report) {
    SuiteCounts total;
    std::string suites = overall_suite(report, total);
    for (const GradedLesson& lesson : report.lessons) suites += junit_suite(report, lesson, total);
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"CUDA workbook\"" +
           total.attributes() + fmt::format(" time=\"{:.3f}\"", report.execution_seconds) + ">\n" +
           suites + "</testsuites>\n";
}

} // namespace workbook::cli
