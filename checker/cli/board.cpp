#include "cli/board.hpp"

#include "cli/lesson_report.hpp"
#include "cli/terminal.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace workbook::cli {
namespace {

constexpr std::size_t bar_width = 20;
constexpr std::size_t most_message_lines = 14;

bool has_passed(const Result& result) { return result.verdict == passed; }

std::string mark(const Result& result) {
    if (has_passed(result)) return "+";
    return result.verdict == not_started ? " " : "x";
}

std::string row(const Result& result) {
    const auto text =
        fmt::format("  [{}] {:<32} {:<22} {:>4} /{:>3}", mark(result), result.lesson,
                    spoken(result.verdict), spoken(result.points), spoken(result.max_points));
    return coloured(colour_of(result.verdict), text) + "\n";
}

std::string progress(const std::vector<Result>& results) {
    double points = 0;
    double most = 0;
    std::vector<std::string> devices;
    for (const auto& result : results) {
        points += result.points;
        most += result.max_points;
        if (!result.device.empty() && std::ranges::find(devices, result.device) == devices.end()) {
            devices.push_back(result.device);
        }
    }
    const auto done = std::ranges::count_if(results, has_passed);
    const auto filled =
        most > 0 ? static_cast<std::size_t>(points / most * static_cast<double>(bar_width)) : 0;
    std::string line = fmt::format("[{}{}] {} of {} lessons, {} of {} points",
                                   std::string(filled, '#'), std::string(bar_width - filled, '-'),
                                   done, results.size(), spoken(points), spoken(most));
    for (const auto& device : devices) line += ", on " + device;
    return indented(line, 2);
}

} // namespace

const Result* next_to_work_on(const Course& course, const std::vector<Result>& results) {
    const auto passed_by_name = [&](const std::string& name) {
        const auto found = std::ranges::find(results, name, &Result::lesson);
        return found == results.end() || has_passed(*found);
    };
    const Result* first = nullptr;
    for (const auto& result : results) {
        if (has_passed(result)) continue;
        if (first == nullptr) first = &result;
        const auto& lesson = *std::ranges::find(course.lessons, result.lesson, &Lesson::name);
        if (std::ranges::all_of(lesson.needs, passed_by_name)) return &result;
    }
    return first;
}

std::string board(const Course& course, const std::vector<Result>& results) {
    std::string text = "\n";
    std::string chapter;
    for (std::size_t i = 0; i < results.size(); ++i) {
        const auto& lesson = course.lessons[i];
        if (lesson.chapter != chapter)
            text += "  " + coloured(Colour::bold, chapter = lesson.chapter) + "\n";
        text += row(results[i]);
    }
    text += "\n" + progress(results) + "\n";
    const Result* next = next_to_work_on(course, results);
    if (next == nullptr) return text + "  Every lesson has passed.\n";

    const auto& lesson = *std::ranges::find(course.lessons, next->lesson, &Lesson::name);
    text += fmt::format("  Work on next: {}\n", coloured(Colour::bold, next->lesson));
    text += indented(lesson.title, 2) + indented(shown_path(course, lesson.source), 2) + "\n";
    if (!next->messages.empty()) {
        text += message_report(next->messages.front(), most_message_lines);
    }
    return text + fmt::format("\n  The whole report: ./workbook check {}\n", next->lesson);
}

} // namespace workbook::cli
