#include "cli/list.hpp"

#include "cli/terminal.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

namespace workbook::cli {
namespace {

std::string in_lower_case(std::string text) {
    std::ranges::transform(text, text.begin(),
                           [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

} // namespace

bool matches(const Lesson& lesson, const ListFilter& filter, const State& state) {
    const bool is_done = state.passed.contains(lesson.name);
    if ((filter.done && !is_done) || (filter.pending && is_done)) return false;
    const auto text =
        in_lower_case(lesson.part + " " + lesson.chapter + " " + lesson.name + " " + lesson.title);
    return std::ranges::all_of(filter.words, [&](const std::string& word) {
        return text.find(in_lower_case(word)) != std::string::npos;
    });
}

std::vector<const Lesson*> filtered(const Course& course, const ListFilter& filter,
                                    const State& state) {
    std::vector<const Lesson*> lessons;
    for (const auto& lesson : course.lessons)
        if (matches(lesson, filter, state)) lessons.push_back(&lesson);
    return lessons;
}

std::string list_report(const Course& course, const std::vector<const Lesson*>& lessons,
                        const State& state) {
    const bool with_marks = course.tree == "exercises";
    std::string text;
    std::string chapter;
    for (const Lesson* lesson : lessons) {
        if (lesson->chapter != chapter) text += fmt::format("{}\n", chapter = lesson->chapter);
        const bool is_done = state.passed.contains(lesson->name);
        const std::string mark = !with_marks ? ""
                                 : is_done   ? coloured(Colour::green, "[+]") + " "
                                             : "[ ] ";
        text += fmt::format("  {}{:<28} {:>3} points  {}\n", mark, lesson->name,
                            spoken(lesson->points), lesson->title);
        const std::string after =
            lesson->needs.empty() ? "" : fmt::format(", after {}", fmt::join(lesson->needs, ", "));
        text += fmt::format("  {}  {}{}\n", with_marks ? "    " : "",
                            shown_path(course, lesson->readme.parent_path()), after);
    }
    return text;
}

} // namespace workbook::cli
