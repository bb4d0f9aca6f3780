#include "cli/lesson_report.hpp"

#include "cli/terminal.hpp"
#include "wire/control_characters.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>

namespace workbook::cli {
namespace {

const Lesson& lesson_of(const Course& course, const Result& result) {
    return *std::ranges::find(course.lessons, result.lesson, &Lesson::name);
}

std::string place(const Message& message) {
    if (message.file.empty()) return "";
    const std::string at =
        message.line > 0 ? fmt::format("{}:{}", message.file, message.line) : message.file;
    return message.file.ends_with("check.cpp") ? "checked in " + at : at;
}

std::string first_lines(const std::string& text, std::size_t most) {
    std::size_t end = 0;
    for (std::size_t line = 0; line < most && end < text.size(); ++line)
        end = std::min(text.find('\n', end), text.size() - 1) + 1;
    return text.substr(0, end);
}

// Not too much of it, and nothing that could repaint the terminal. What code printed that has
// passed matters little: a few lines are enough, unless all is asked for.
std::string printed(const Result& result, bool all, const TextStyle& style) {
    constexpr std::size_t most = 2000, most_lines_of_a_pass = 10;
    std::string text = wire::without_controls(std::string_view(result.printed).substr(0, most));
    const bool is_short = result.verdict == passed && !all;
    const std::string few = is_short ? first_lines(text, most_lines_of_a_pass) : text;
    const bool cut = result.printed.size() > most || few.size() < text.size();
    text = few;
    while (text.ends_with('\n')) text.pop_back();
    if (cut) text += "\n...";
    if (cut && is_short) text += fmt::format(" ./workbook check {} --all", result.lesson);
    return indented(text, 4, style.width);
}

} // namespace

std::string verdict_line(const Result& result) {
    std::string line = fmt::format("{}: {} of {} points", spoken(result.verdict),
                                   spoken(result.points), spoken(result.max_points));
    if (!result.device.empty()) line += fmt::format(" ({}, seed {})", result.device, result.seed);
    return line;
}

std::string tree_banner(const Course& course, const TextStyle& style) {
    const std::string text = course.tree == "solutions"
                                 ? "Grading the SOLUTIONS tree, solutions/: not the student's files"
                                 : "Grading YOUR tree, exercises/";
    return coloured(Colour::bold, "== " + text + " ==", style) + "\n";
}

std::string more_messages(std::size_t count) {
    return fmt::format("{} more message{}", count, count == 1 ? "" : "s");
}

std::string message_report(const Message& message, std::size_t most_lines, const TextStyle& style) {
    std::string head = spoken(message.verdict);
    if (!message.test_case.empty()) head += fmt::format(" in \"{}\"", message.test_case);
    std::string text = indented(message.text, 4, style.width);
    std::size_t end = 0;
    for (std::size_t line = 0; line < most_lines && end < text.size(); ++line) {
        end = text.find('\n', end) + 1;
    }
    const bool cut = end < text.size();
    text.resize(end);
    if (cut) text += "    ...\n";
    const auto where = place(message);
    return "  " + coloured(colour_of(message.verdict), head, style) + "\n" + text +
           (where.empty() ? "" : "    " + coloured(Colour::bold, where, style) + "\n");
}

std::string gain_report(const Result& result, const TextStyle& style) {
    std::string text;
    for (const auto& line : result.gained)
        text += indented(line, text.empty() ? 2 : 4, style.width);
    return text;
}

std::string check_report(const Course& course, const std::vector<Result>& results,
                         std::size_t most_messages, const TextStyle& style) {
    std::string text;
    for (const auto& result : results) {
        text += fmt::format("\n{}  {}\n", coloured(Colour::bold, result.lesson, style),
                            lesson_of(course, result).title);
        const auto shown = std::min(most_messages, result.messages.size());
        for (std::size_t i = 0; i < shown; ++i)
            text += message_report(result.messages[i], 1000, style);
        if (shown < result.messages.size()) {
            text += fmt::format("  and {}: ./workbook check {} --all\n",
                                more_messages(result.messages.size() - shown), result.lesson);
        }
        const bool all = most_messages == std::numeric_limits<std::size_t>::max();
        if (!result.printed.empty()) text += "  your code printed:\n" + printed(result, all, style);
        for (const auto& note : result.notes) text += indented("note: " + note, 2, style.width);
        text += "  " + coloured(colour_of(result.verdict), verdict_line(result), style) + "\n";
        text += gain_report(result, style);
        if (!result.device.empty() && result.verdict != passed) {
            text += fmt::format("  The same numbers again: WORKBOOK_SEED={}\n", result.seed);
        }
    }
    return text;
}

std::string json_report(const std::vector<Result>& results) {
    auto rows = nlohmann::ordered_json::array();
    for (const auto& result : results) rows.push_back(to_json(result));
    // A student's program may have printed anything; what is no UTF-8 is replaced, not refused.
    return rows.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

} // namespace workbook::cli
