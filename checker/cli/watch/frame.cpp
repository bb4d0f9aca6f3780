#include "cli/watch/frame.hpp"

#include "cli/watch/text.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace workbook::cli::watch {

std::size_t Frame::room(const Display& display) const {
    const std::size_t wanted = std::max<std::size_t>(display.rows, foot.size() + 1) - foot.size();
    return wanted > head.size() ? wanted - head.size() : 1;
}

std::vector<std::string> Frame::rows(const Display& display) const {
    std::vector<std::string> all = head;
    const std::size_t height = room(display);
    for (std::size_t i = 0; i < height; ++i) all.push_back(i < body.size() ? body[i] : "");
    all.insert(all.end(), foot.begin(), foot.end());
    // The most important is at the bottom.
    if (all.size() > display.rows)
        all.erase(all.begin(), all.end() - static_cast<std::ptrdiff_t>(display.rows));
    for (auto& row : all) row = fit(row, display.columns);
    return all;
}

std::vector<std::string> notice_lines(const std::string& notice, const Display& display) {
    std::vector<std::string> lines;
    for (std::string line : split_lines(indented(notice, 0, display.columns))) {
        // A word that is longer than a row goes on in the next.
        for (std::string row = fit(line, display.columns); row.size() < line.size();
             row = fit(line, display.columns)) {
            lines.push_back(coloured(Colour::yellow, row, display.style()));
            line.erase(0, row.size());
        }
        lines.push_back(coloured(Colour::yellow, line, display.style()));
    }
    return lines;
}

std::vector<std::string> key_lines(const std::vector<KeyWord>& keys, const Display& display) {
    std::vector<std::string> lines{""};
    for (const auto& [key, word] : keys) {
        const std::string text = coloured(Colour::bold, key, display.style()) + " " + word;
        std::string& line = lines.back();
        if (line.empty()) {
            line = text;
        } else if (shown_width(line) + 2 + shown_width(text) <= display.columns) {
            line += "  " + text;
        } else {
            lines.push_back(text);
        }
    }
    return lines;
}

std::string progress_line(const Model& model) {
    constexpr std::size_t width = 20;
    const std::size_t all = model.course->lessons.size();
    const auto done = static_cast<std::size_t>(
        std::ranges::count_if(model.course->lessons, [&](const Lesson& lesson) {
            return model.passed.contains(lesson.name);
        }));
    const std::size_t filled = all > 0 ? done * width / all : 0;
    return fmt::format("[{}{}] {} of {} lessons have passed", std::string(filled, '#'),
                       std::string(width - filled, '-'), done, all);
}

} // namespace workbook::cli::watch
