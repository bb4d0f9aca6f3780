#include "cli/report.hpp"

#include "cli/terminal.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>

namespace workbook::cli {
namespace {

const Lesson& lesson_of(const Course& course, const Result& result) {
    return *std::ranges::find(course.lessons, result.lesson, &Lesson::name);
}

std::string place(const Message& message) {
    if (message.file.empty()) return "";
    return message.line > 0 ? fmt::format("{}:{}", message.file, message.line) : message.file;
}

// "passed: 3 of 3 points (Virtual GPU, seed 12)"
std::string verdict_line(const Result& result) {
    std::string line = fmt::format("{}: {} of {} points", spoken(result.verdict),
                                   spoken(result.points), spoken(result.max_points));
    if (!result.device.empty()) line += fmt::format(" ({}, seed {})", result.device, result.seed);
    return line;
}

} // namespace

std::string tree_banner(const Course& course) {
    const std::string text = course.tree == "solutions"
                                 ? "Grading the SOLUTIONS tree, solutions/: not the student's files"
                                 : "Grading YOUR tree, exercises/";
    return coloured(Colour::bold, "== " + text + " ==") + "\n";
}

std::string message_report(const Message& message, std::size_t most_lines) {
    std::string head = spoken(message.verdict);
    if (!message.test_case.empty()) head += fmt::format(" in \"{}\"", message.test_case);
    std::string text = indented(message.text, 4);
    std::size_t end = 0;
    for (std::size_t line = 0; line < most_lines && end < text.size(); ++line) {
        end = text.find('\n', end) + 1;
    }
    const bool cut = end < text.size();
    text.resize(end);
    if (cut) text += "    ...\n";
    const auto where = place(message);
    return "  " + coloured(colour_of(message.verdict), head) + "\n" + text +
           (where.empty() ? "" : "    " + coloured(Colour::bold, where) + "\n");
}

std::string check_report(const Course& course, const std::vector<Result>& results) {
    std::string text;
    for (const auto& result : results) {
        text += fmt::format("\n{}  {}\n", coloured(Colour::bold, result.lesson),
                            lesson_of(course, result).title);
        for (const auto& message : result.messages) text += message_report(message, 1000);
        text += "  " + coloured(colour_of(result.verdict), verdict_line(result)) + "\n";
    }
    return text;
}

std::string json_report(const std::vector<Result>& results) {
    auto rows = nlohmann::json::array();
    for (const auto& result : results) rows.push_back(to_json(result));
    // A student's program may have printed anything; what is no UTF-8 is replaced, not refused.
    return rows.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

std::string list_report(const Course& course) {
    std::string text;
    std::string part;
    for (const auto& lesson : course.lessons) {
        if (lesson.part != part) text += fmt::format("{}\n", part = lesson.part);
        text += fmt::format("  {:<28} {:>3} points  {}\n", lesson.name, spoken(lesson.points),
                            lesson.title);
        if (!lesson.needs.empty()) {
            text += fmt::format("  {:<28} after {}\n", "", fmt::join(lesson.needs, ", "));
        }
    }
    return text;
}

} // namespace workbook::cli
