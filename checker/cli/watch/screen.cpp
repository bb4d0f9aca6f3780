#include "cli/watch/screen.hpp"

#include "cli/lesson_report.hpp"
#include "cli/watch/frame.hpp"
#include "cli/watch/list_screen.hpp"
#include "cli/watch/text.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <limits>

namespace workbook::cli::watch {
namespace {

constexpr std::size_t every_line = std::numeric_limits<std::size_t>::max();

std::string banner_line(const Model& model, const Display& display) {
    return split_lines(tree_banner(*model.course, display.style())).front();
}

// A check of a second needs no clock; one that hangs does.
std::string seconds_text(const Model& model) {
    return model.seconds < 3 ? "" : fmt::format(" {} s", model.seconds);
}

std::string status_line(const Model& model, const Display& display) {
    const auto text = status_text(model);
    if (model.work != Work::none || !model.result) return text;
    return coloured(colour_of(model.result->verdict), text, display.style());
}

// What to do after a pass; nothing happens by itself.
std::string after_pass(const Model& model) {
    std::string text = "Well done. Every save is checked: stay and experiment.\n";
    if (model.has_solution) {
        text += fmt::format("A solution to compare with (s): {}\n",
                            shown_path(*model.course, model.current().solution));
    }
    const auto next = next_lesson(model);
    return text + (next ? fmt::format("Next (n): {}", model.course->lessons[*next].name)
                        : std::string("Every lesson has passed."));
}

// The line of the student's file that the message is about; 0 if it names none. Faults name it in
// their text: "at square_port.cu:17 in ...".
int line_in_source(const Message& message, const std::string& path, const std::string& name) {
    if (message.line > 0 && (message.file == path || message.file == name)) return message.line;
    const auto at = message.text.find(name + ":");
    return at == std::string::npos ? 0 : std::atoi(message.text.c_str() + at + name.size() + 1);
}

// "exercises/.../square_port.cu:12", where the mistake is if that is known.
std::string path_line(const Model& model, const Display& display) {
    const auto& source = model.current().source;
    const std::string path = shown_path(*model.course, source);
    std::string text = printable(path);
    std::ranges::replace(text, '\n', '?');
    if (model.result && !model.result->messages.empty()) {
        const int line =
            line_in_source(model.result->messages.front(), path, source.filename().string());
        if (line > 0) text += fmt::format(":{}", line);
    }
    return display.links ? link(source, text) : text;
}

std::vector<KeyWord> lesson_keys(const Model& model) {
    std::vector<KeyWord> keys;
    if (model.has_passed()) keys.push_back({"n", "next"});
    keys.push_back({"h", "hint"});
    keys.push_back({"l", "list"});
    keys.push_back({"c", "check all"});
    if (model.has_profile) keys.push_back({"p", "profile"});
    keys.push_back({"r", "run"});
    if (model.has_passed() && model.has_solution) keys.push_back({"s", "solution"});
    keys.push_back({"q", "quit"});
    if (model.work == Work::checking_all || model.work == Work::profiling)
        keys.insert(keys.begin(), {"Esc", "stop"});
    return keys;
}

std::vector<std::string> draw_lesson(const Model& model, const Display& display) {
    Frame frame;
    const auto& lesson = model.current();
    frame.head = {banner_line(model, display),
                  coloured(Colour::bold, lesson.name, display.style()) + "  " + lesson.title,
                  status_line(model, display), ""};
    frame.foot = notice_lines(model.notice, display);
    frame.foot.insert(frame.foot.end(), {progress_line(model), path_line(model, display)});
    const auto keys = key_lines(lesson_keys(model), display);
    frame.foot.insert(frame.foot.end(), keys.begin(), keys.end());
    if (model.work != Work::none) {
        if (!model.so_far.empty())
            frame.body = split_lines(indented(model.so_far, 2, display.columns));
        return frame.rows(display);
    }
    frame.body = split_lines(model.result ? result_text(model, 1, display.style())
                                          : indented(model.trouble, 2, display.columns));
    if (const std::size_t room = frame.room(display); frame.body.size() > room) {
        frame.body.resize(room);
        frame.body.back() = "  ... (a: all)";
    }
    return frame.rows(display);
}

std::vector<std::string> draw_text(const Model& model, const Display& display) {
    Frame frame;
    const auto lines = text_lines(model, display);
    const std::size_t first = std::min(model.text.first, lines.size());
    const std::size_t last = std::min(first + text_rows(display), lines.size());
    frame.head = {coloured(Colour::bold, model.text.title, display.style()), ""};
    frame.body.assign(lines.begin() + static_cast<std::ptrdiff_t>(first),
                      lines.begin() + static_cast<std::ptrdiff_t>(last));
    std::string place;
    if (lines.size() > text_rows(display))
        place = fmt::format("lines {} to {} of {}", first + 1, last, lines.size());
    frame.foot = model.notice.empty() ? std::vector{place} : notice_lines(model.notice, display);
    std::vector<KeyWord> keys;
    if (model.text.is_hints) keys.push_back({"h", "next hint"});
    if (model.text.is_profile) keys.push_back({"o", "open the page"});
    if (!place.empty()) keys.push_back({"j/k", "scroll"});
    keys.push_back({"Esc", "back"});
    const auto lines_of_keys = key_lines(keys, display);
    frame.foot.insert(frame.foot.end(), lines_of_keys.begin(), lines_of_keys.end());
    return frame.rows(display);
}

} // namespace

std::vector<std::string> draw(const Model& model, const Display& display) {
    switch (model.view) {
    case View::list:
        return draw_list(model, display);
    case View::text:
        return draw_text(model, display);
    case View::lesson:
        break;
    }
    return draw_lesson(model, display);
}

std::string status_text(const Model& model) {
    const auto& name = model.current().name;
    switch (model.work) {
    case Work::checking:
        return fmt::format("Checking {} ...{}", name, seconds_text(model));
    case Work::checking_all:
        return fmt::format("Checking all lessons: {} of {} ...{}", model.checked, model.to_check,
                           seconds_text(model));
    case Work::profiling:
        return fmt::format("Profiling {} ...{}", name, seconds_text(model));
    case Work::none:
        break;
    }
    if (!model.result) return "No verdict";
    return verdict_line(*model.result);
}

std::string result_text(const Model& model, std::size_t most_messages, const TextStyle& style) {
    const Result& result = *model.result;
    std::string text;
    if (model.has_passed()) {
        text += gain_report(result, style) + indented(after_pass(model), 2, style.width);
    } else {
        const std::size_t shown = std::min(most_messages, result.messages.size());
        for (std::size_t i = 0; i < shown; ++i)
            text += message_report(result.messages[i], every_line, style);
        if (shown < result.messages.size())
            text += fmt::format("  and {} more (a: all)\n", result.messages.size() - shown);
    }
    if (!result.printed.empty()) {
        const auto begin = result.printed.substr(0, 4000);
        text += "  your code printed:\n" + indented(begin, 4, style.width);
    }
    for (const auto& note : result.notes) text += indented("note: " + note, 2, style.width);
    return text;
}

std::vector<std::string> text_lines(const Model& model, const Display& display) {
    return split_lines(indented(model.text.text, 2, display.columns));
}

std::size_t text_rows(const Display& display) {
    constexpr std::size_t around = 4; // title, empty line, place, keys
    return display.rows > around + 1 ? display.rows - around : 1;
}

std::string plain_report(const Model& model, const TextStyle& style) {
    if (!model.result) return indented(model.trouble, 2, style.width);
    const Result& result = *model.result;
    std::string text = model.has_passed() || result.messages.empty()
                           ? ""
                           : message_report(result.messages.front(), every_line, style);
    if (result.messages.size() > 1)
        text += fmt::format("  and {} more: ./workbook check {} --all\n",
                            result.messages.size() - 1, result.lesson);
    return text + fmt::format("{}: {}\n", result.lesson, verdict_line(result)) +
           gain_report(result, style);
}

std::string whole_report(const Model& model, const TextStyle& style) {
    if (!model.result) return model.trouble;
    return check_report(*model.course, {*model.result}, every_line, style)
        .substr(1); // an empty line
}

} // namespace workbook::cli::watch
