#include "cli/watch/press.hpp"

#include "cli/watch/press_list.hpp"
#include "cli/watch/screen.hpp"
#include "cli/watch/text.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace workbook::cli::watch {
namespace {

using Do = Order::Kind;
using Kind = Key::Kind;

Order press_next(Model& model) {
    if (model.work == Work::checking) {
        model.notice = "The check is still running.";
    } else if (!model.has_passed()) {
        model.notice = fmt::format("n goes on after a pass, and {} has not passed. l: the list.",
                                   model.current().name);
    } else if (const auto next = next_lesson(model)) {
        return {Do::go_to, *next};
    } else {
        model.notice = "Every lesson has passed.";
    }
    return {};
}

// One more each time; the newest at the top of the screen, those before it above.
Order press_hint(Model& model, const Display& display) {
    if (model.hints.empty()) {
        model.notice = fmt::format("{} has no hints.", model.current().name);
        return {};
    }
    const std::size_t before = std::min(model.hints_shown, model.hints.size());
    model.hints_shown = std::min(before + 1, model.hints.size());
    std::string earlier;
    for (std::size_t i = 0; i + 1 < model.hints_shown; ++i) earlier += model.hints[i] + "\n\n";
    show_text(model,
              fmt::format("{}: hint {} of {}", model.current().name, model.hints_shown,
                          model.hints.size()),
              earlier);
    model.text.is_hints = true;
    const std::size_t newest = text_lines(model, display).size();
    model.text.text += model.hints[model.hints_shown - 1];
    const std::size_t all = text_lines(model, display).size(), rows = text_rows(display);
    model.text.first = std::min(newest, all > rows ? all - rows : 0);
    if (before == model.hints.size()) model.notice = "That is the last hint.";
    return {Do::remember};
}

Order press_solution(Model& model) {
    if (!model.has_passed()) {
        model.notice = "The solution is shown after a pass.";
    } else if (!model.has_solution) {
        model.notice = "There is no solution here to compare with.";
    } else {
        return {Do::solution};
    }
    return {};
}

Order press_lesson(Model& model, const Key& key, const Display& display) {
    if (key.kind == Key::Kind::escape && model.work != Work::none && model.work != Work::checking)
        return {Do::stop};
    if (key.kind != Key::Kind::character) return {};
    switch (key.character) {
    case 'n':
        return press_next(model);
    case 'h':
        return press_hint(model, display);
    case 'l':
        model.view = View::list;
        model.list = {};
        model.list.selected = model.lesson;
        return {};
    case 'c':
        return {Do::check_all};
    case 'p':
        return model.has_profile ? Order{Do::profile} : Order{};
    case 'o':
        return model.has_profile ? Order{Do::page} : Order{};
    case 'r':
        return {Do::check};
    case 's':
        return press_solution(model);
    case 'a':
        return model.work == Work::none ? Order{Do::all} : Order{};
    case 'q':
        return {Do::quit};
    default:
        return {};
    }
}

void scroll(Model& model, std::ptrdiff_t lines, const Display& display) {
    const auto all = static_cast<std::ptrdiff_t>(text_lines(model, display).size());
    const auto rows = static_cast<std::ptrdiff_t>(text_rows(display));
    const auto first = static_cast<std::ptrdiff_t>(model.text.first) + lines;
    model.text.first = static_cast<std::size_t>(
        std::clamp<std::ptrdiff_t>(first, 0, std::max<std::ptrdiff_t>(0, all - rows)));
}

Order press_text(Model& model, const Key& key, const Display& display) {
    const auto page = static_cast<std::ptrdiff_t>(text_rows(display));
    constexpr std::ptrdiff_t far = 1 << 20;
    const char c = key.kind == Kind::character ? key.character : '\0';
    if (c == 'h' && model.text.is_hints) return press_hint(model, display);
    if (c == 'o' && model.text.is_profile) return {Do::page};
    if (c == 'j' || key.kind == Kind::down) scroll(model, 1, display);
    if (c == 'k' || key.kind == Kind::up) scroll(model, -1, display);
    if (c == ' ' || key.kind == Kind::page_down) scroll(model, page, display);
    if (c == 'b' || key.kind == Kind::page_up) scroll(model, -page, display);
    if (c == 'g' || key.kind == Kind::home) scroll(model, -far, display);
    if (c == 'G' || key.kind == Kind::end) scroll(model, far, display);
    if (c == 'q' || key.kind == Kind::escape || key.kind == Kind::enter) model.view = View::lesson;
    return {};
}

} // namespace

Order press(Model& model, const Key& key, const Display& display) {
    model.notice.clear();
    switch (model.view) {
    case View::list:
        return press_list(model, key, display);
    case View::text:
        return press_text(model, key, display);
    case View::lesson:
        break;
    }
    return press_lesson(model, key, display);
}

} // namespace workbook::cli::watch
