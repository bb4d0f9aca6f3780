#include "cli/watch/list_screen.hpp"

#include "cli/watch/frame.hpp"
#include "cli/watch/text.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace workbook::cli::watch {
namespace {

std::string filter_line(const Model& model) {
    using Only = ListView::Only;
    const ListView& list = model.list;
    std::string text = "Lessons";
    if (list.only == Only::passed) text += " that have passed";
    if (list.only == Only::pending) text += " that have not passed";
    if (list.is_typing || !list.search.empty())
        text += fmt::format(", search: {}{}", list.search, list.is_typing ? "_" : "");
    return text;
}

std::string verdict_of(const Model& model, const Lesson& lesson) {
    if (model.passed.contains(lesson.name)) return "passed";
    const auto known = model.verdicts.find(lesson.name);
    return known == model.verdicts.end() ? "" : spoken(known->second);
}

std::string list_row(const Model& model, std::size_t index, bool selected, const Display& display) {
    const Lesson& lesson = model.course->lessons[index];
    const bool done = model.passed.contains(lesson.name);
    const std::string row = fmt::format("{} [{}] {:<28} {:<16} {}", selected ? ">" : " ",
                                        done ? "+" : " ", lesson.name, verdict_of(model, lesson),
                                        (index == model.lesson ? "(current) " : "") + lesson.title);
    const std::string cut = fit(row, display.columns);
    if (selected) return coloured(Colour::bold, cut, display.style());
    return coloured(done ? Colour::green : Colour::none, cut, display.style());
}

std::vector<KeyWord> list_keys(const Model& model) {
    if (model.list.is_typing) return {{"Enter", "done"}, {"Esc", "no search"}};
    if (model.list.asks_reset) return {{"y", "yes"}, {"n", "no"}};
    return {{"j/k", "move"}, {"Enter", "continue here"}, {"/", "search"},
            {"d", "done"},   {"p", "pending"},           {"x", "reset"},
            {"q", "back"}};
}

// So that the selected row is seen, in the middle where that is possible.
std::size_t first_row(std::size_t selected, std::size_t count, std::size_t room) {
    if (count <= room) return 0;
    const std::size_t before = room / 2;
    return std::min(selected > before ? selected - before : 0, count - room);
}

} // namespace

std::vector<std::string> draw_list(const Model& model, const Display& display) {
    Frame frame;
    const auto shown = listed(model);
    const std::size_t selected = selected_row(model, shown);
    frame.head = {coloured(Colour::bold, filter_line(model), display.style()), ""};
    std::string line = model.notice;
    if (model.list.asks_reset && !shown.empty())
        line = fmt::format("Reset {} to the stub? What you have is kept. (y/n)",
                           model.course->lessons[shown[selected]].name);
    frame.foot = notice_lines(line, display);
    frame.foot.push_back(progress_line(model));
    const auto keys = key_lines(list_keys(model), display);
    frame.foot.insert(frame.foot.end(), keys.begin(), keys.end());
    const std::size_t room = frame.room(display);
    const std::size_t first = first_row(selected, shown.size(), room);
    for (std::size_t i = first; i < std::min(first + room, shown.size()); ++i)
        frame.body.push_back(list_row(model, shown[i], i == selected, display));
    if (shown.empty()) frame.body = {"  no lesson"};
    return frame.rows(display);
}

} // namespace workbook::cli::watch
