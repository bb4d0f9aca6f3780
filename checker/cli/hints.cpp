#include "cli/hints.hpp"

#include "cli/files.hpp"
#include "cli/state.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <regex>
#include <sstream>

namespace workbook::cli {
namespace {

std::string without_tags(const std::string& line) {
    static const std::regex tag(R"(</?(details|summary)[^>]*>)");
    return std::regex_replace(line, tag, "");
}

// "Hint 2: ..." at the beginning of a line, whatever stands behind it.
bool is_hint_heading(const std::string& line) {
    static const std::regex heading(R"(^Hint [0-9]+\b.*)");
    return std::regex_match(line, heading);
}

bool begins_item(const std::string& line) {
    static const std::regex item(R"(^\s*([-*+]|[0-9]+\.)\s.*)");
    return std::regex_match(line, item);
}

class HintText {
  public:
    void add(const std::string& line) {
        if (line.starts_with("```")) {
            is_code_ = !is_code_;
            is_paragraph_ = false;
        } else if (is_code_) {
            text_ += line.empty() ? "\n" : "\n    " + line;
        } else if (is_paragraph_ && !line.empty() && !begins_item(line)) {
            text_ += " " + line.substr(std::min(line.find_first_not_of(' '), line.size()));
        } else {
            text_ += "\n" + line;
            is_paragraph_ = !line.empty();
        }
    }

    bool is_in_code() const { return is_code_; }

    // Without empty lines at its end.
    std::string text() const { return text_.substr(0, text_.find_last_not_of(" \n") + 1); }

    explicit HintText(std::string heading) : text_(std::move(heading)) {}

  private:
    std::string text_;
    bool is_code_ = false;
    bool is_paragraph_ = false;
};

} // namespace

std::vector<std::string> hints_in(const std::string& readme) {
    std::vector<HintText> hints;
    std::istringstream lines(readme);
    bool is_in_section = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.ends_with('\r')) line.pop_back();
        if (line.starts_with("## ") && (hints.empty() || !hints.back().is_in_code())) {
            is_in_section = line == "## Hints";
            continue;
        }
        if (!is_in_section) continue;
        const std::string text = without_tags(line);
        if (is_hint_heading(text))
            hints.emplace_back(text);
        else if (!hints.empty())
            hints.back().add(text);
    }
    std::vector<std::string> texts;
    for (const auto& hint : hints) texts.push_back(hint.text());
    return texts;
}

std::vector<std::string> hints_of(const Lesson& lesson) {
    return hints_in(file_text(lesson.readme).value_or(""));
}

int one_more_hint(const Course& course, const Lesson& lesson, int count) {
    const State state = change_state(course, [&](State& changed) {
        int& shown = changed.hints_shown[lesson.name];
        shown = std::min(shown + 1, count);
    });
    return state.hints_shown.at(lesson.name);
}

std::string hint_report(const std::vector<std::string>& hints, int number, const TextStyle& style) {
    const std::string& hint = hints.at(static_cast<std::size_t>(number - 1));
    const auto end = std::min(hint.find('\n'), hint.size());
    std::string heading = hint.substr(0, end);
    const auto name = fmt::format("Hint {}", number);
    if (heading.starts_with(name)) heading.insert(name.size(), fmt::format(" of {}", hints.size()));
    std::string text = "  " + coloured(Colour::bold, heading, style) + "\n";
    if (end < hint.size()) text += indented(hint.substr(end + 1), 4, style.width);
    return text;
}

} // namespace workbook::cli
