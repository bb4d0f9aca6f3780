#include "cli/watch/model.hpp"

#include <algorithm>
#include <cctype>

namespace workbook::cli::watch {
namespace {

bool is_in(const std::string& text, const std::string& part) {
    const auto same = [](char a, char b) {
        return std::tolower(static_cast<unsigned char>(a)) ==
               std::tolower(static_cast<unsigned char>(b));
    };
    return std::ranges::search(text, part, same).begin() != text.end() || part.empty();
}

} // namespace

std::vector<std::size_t> listed(const Model& model) {
    using Only = ListView::Only;
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < model.course->lessons.size(); ++i) {
        const Lesson& lesson = model.course->lessons[i];
        const bool done = model.passed.contains(lesson.name);
        if (model.list.only == Only::passed && !done) continue;
        if (model.list.only == Only::pending && done) continue;
        if (is_in(lesson.name, model.list.search) || is_in(lesson.title, model.list.search))
            shown.push_back(i);
    }
    return shown;
}

std::size_t selected_row(const Model& model, const std::vector<std::size_t>& shown) {
    const auto found = std::ranges::find(shown, model.list.selected);
    return found == shown.end() ? 0 : static_cast<std::size_t>(found - shown.begin());
}

std::optional<std::size_t> next_lesson(const Model& model) {
    const auto& lessons = model.course->lessons;
    const auto has_passed = [&](const std::string& name) { return model.passed.contains(name); };
    std::optional<std::size_t> any;
    for (std::size_t step = 1; step < lessons.size(); ++step) {
        const std::size_t i = (model.lesson + step) % lessons.size();
        if (has_passed(lessons[i].name)) continue;
        if (std::ranges::all_of(lessons[i].needs, has_passed)) return i;
        if (!any) any = i;
    }
    return any;
}

void show_text(Model& model, std::string title, std::string text) {
    model.view = View::text;
    model.text = {std::move(title), std::move(text), 0, false};
}

} // namespace workbook::cli::watch
