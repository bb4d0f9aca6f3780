#include "harness/case_report.hpp"

#include "wire/control_characters.hpp"
#include "wire/points.hpp"
#include "wire/result_file.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace workbook {
namespace {

namespace in_file = wire::result_field;

constexpr const char* bold = "\033[1m";
constexpr const char* red = "\033[31m";
constexpr const char* green = "\033[32m";
constexpr const char* plain = "\033[0m";

std::string indented(const std::string& text, const char* indentation) {
    std::string result = indentation;
    for (const char c : text) {
        result += c;
        if (c == '\n') result += indentation;
    }
    return result;
}

nlohmann::ordered_json points_json(double points) {
    return wire::whole_or_fraction<nlohmann::ordered_json>(wire::rounded_points(points));
}

// 4 for a case like "4: any order of warps"; 0 for one whose name does not begin so.
int todo_of(const Message& message) {
    const std::string& name = message.case_name;
    const std::size_t end = name.find_first_not_of("0123456789");
    if (end == 0 || end > 2 || name[end] != ':') return 0;
    return std::stoi(name.substr(0, end));
}

// The first message says why the verdict is what it is: many read no other. Where cases begin with
// the number of a TODO, a fault of a later TODO stays behind what is said of the first one that is
// not right: it often comes from that.
void put_first_message_first(std::vector<Message>& messages) {
    if (messages.empty()) return;
    const int first = todo_of(messages.front());
    const auto precedes = [&](const Message& a, const Message& b) {
        const auto is_later = [&](const Message& message) {
            return first != 0 && message.verdict != Verdict::grader_error &&
                   todo_of(message) > first;
        };
        if (is_later(a) != is_later(b)) return is_later(b);
        return a.verdict != b.verdict && worse(a.verdict, b.verdict) == a.verdict;
    };
    const auto deciding = std::min_element(messages.begin(), messages.end(), precedes);
    std::rotate(messages.begin(), deciding, deciding + 1);
}

} // namespace

void decide(Report& report, bool untouched) {
    Verdict verdict = Verdict::passed;
    for (CaseResult& result : report.cases) {
        if (result.ran && !result.skipped && result.passed && result.assertions == 0) {
            result.passed = false;
            report.messages.push_back(
                {result.name, Verdict::grader_error, "this case checks nothing", "", 0});
        }
        if (!result.ran || result.skipped) {
            result.passed = false;
            verdict = worse(verdict, Verdict::skipped);
        }
    }
    for (const Message& message : report.messages) verdict = worse(verdict, message.verdict);
    put_first_message_first(report.messages);
    const bool all_passed = !report.cases.empty() &&
                            std::all_of(report.cases.begin(), report.cases.end(),
                                        [](const CaseResult& result) { return result.passed; });
    // A failure that left no message, or no case at all: the grader's fault, never a pass.
    if (verdict == Verdict::passed && !all_passed) verdict = Verdict::grader_error;
    if (untouched && verdict != Verdict::passed && verdict != Verdict::skipped &&
        verdict != Verdict::grader_error) {
        verdict = Verdict::not_started;
    }
    report.verdict = verdict;
    const bool earns_nothing = verdict == Verdict::not_started ||
                               verdict == Verdict::grader_error || verdict == Verdict::skipped;
    report.points = earns_nothing ? 0 : wire::earned_points(report.cases, report.max_points);
}

std::string to_json(const Report& report) {
    using Json = nlohmann::ordered_json;
    Json messages = Json::array(), cases = Json::array();
    for (const Message& message : report.messages)
        messages.push_back({{in_file::case_of_message, message.case_name},
                            {in_file::verdict, name_of(message.verdict)},
                            {in_file::text, message.text},
                            {in_file::file, message.file},
                            {in_file::line, message.line}});
    for (const CaseResult& result : report.cases)
        cases.push_back({{in_file::name, result.name},
                         {in_file::weight, result.weight},
                         {in_file::passed, result.passed}});
    Json document{{in_file::lesson, report.lesson},
                  {in_file::verdict, name_of(report.verdict)},
                  {in_file::points, points_json(report.points)},
                  {in_file::max_points, points_json(report.max_points)},
                  {in_file::device, report.device},
                  {in_file::tree, report.tree},
                  {in_file::seed, report.seed},
                  {in_file::started, report.started},
                  {in_file::messages, messages},
                  {in_file::cases, cases},
                  {in_file::notes, report.notes},
                  {in_file::output, report.printed}};
    if (report.in_doubt) document[in_file::in_doubt] = true;
    if (report.waited > 0) document[in_file::waited] = report.waited;
    if (!report.gained.empty()) document[in_file::gained] = report.gained;
    // What the learner's code printed need not be UTF-8.
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string waiting_to_json(double waited) {
    return nlohmann::json{{in_file::waited, waited}}.dump() + "\n";
}

void print_heading(std::ostream& out, const Report& report, bool colour) {
    const std::string tree = report.tree == "solutions" ? "SOLUTIONS tree (the instructor's files)"
                                                        : "EXERCISES tree (your files)";
    out << (colour ? bold : "") << "Grading "
        << (report.lesson.empty() ? "" : report.lesson + " of ") << "the " << tree << " on the "
        << report.device << ", seed " << report.seed << (colour ? plain : "") << "\n";
}

void print_outcome(std::ostream& out, const Report& report, bool colour) {
    const bool untouched = report.verdict == Verdict::not_started;
    for (const CaseResult& result : report.cases) {
        if (result.passed || untouched) continue;
        const char* mark = !result.ran ? "not run" : result.skipped ? "skipped" : "failed";
        out << "\n"
            << (colour ? red : "") << mark << (colour ? plain : "") << ": " << result.name << "\n";
        for (const Message& message : report.messages)
            if (message.case_name == result.name) out << indented(message.text, "    ") << "\n";
        if (result.omitted > 0) out << fmt::format("    (and {} more like this)\n", result.omitted);
    }
    for (const Message& message : report.messages)
        if (message.case_name.empty()) out << indented(message.text, "    ") << "\n";
    if (!report.printed.empty() && !untouched) {
        constexpr std::size_t most_shown = 2000;
        std::string shown =
            wire::without_controls(std::string_view(report.printed).substr(0, most_shown));
        while (!shown.empty() && shown.back() == '\n') shown.pop_back();
        out << "\nyour code printed:\n" << indented(shown, "    | ") << "\n";
        if (report.printed.size() > most_shown) out << "    | ...\n";
    }
    for (const std::string& note : report.notes) out << "note: " << note << "\n";
    const bool passed = report.verdict == Verdict::passed;
    out << "\n"
        << (colour ? bold : "") << (colour ? (passed ? green : red) : "")
        << words_of(report.verdict).title << (colour ? plain : "")
        << fmt::format(", {} of {} points. {}\n", wire::points_text(report.points),
                       wire::points_text(report.max_points), words_of(report.verdict).sentence);
    for (std::size_t i = 0; i < report.gained.size(); ++i)
        out << (i == 0 ? "\n" : "    ") << report.gained[i] << "\n";
    if (!passed && !untouched)
        out << "The same numbers again: WORKBOOK_SEED=" << report.seed << "\n";
    out.flush();
}

} // namespace workbook
