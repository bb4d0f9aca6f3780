#include "cli/compiler_output.hpp"

#include "cli/compiler_advice.hpp"
#include "cli/files.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <initializer_list>
#include <optional>
#include <set>
#include <sstream>
#include <string_view>

namespace workbook::cli {
namespace {

constexpr std::size_t most_errors = 5; // later ones are mostly consequences of the first

// Bounds of what is read and of what a message says: a student's file can make all of it long.
constexpr std::size_t most_of_line = 4000, most_lines = 20'000, most_of_message = 8192;

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; lines.size() < most_lines && std::getline(stream, line);)
        lines.push_back(line.substr(0, most_of_line));
    return lines;
}

// Appends a line as long as the message has room for it.
void add_line(std::string& text, const std::string& line) {
    if (text.size() + 1 + line.size() <= most_of_message) text += "\n" + line;
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes the digits that `text` begins with from it; no value if it begins with none. 0 for more
// than a line's number has.
std::optional<int> take_number(std::string_view& text) {
    const auto end = std::ranges::find_if_not(text, is_digit) - text.begin();
    if (end == 0) return std::nullopt;
    int number = 0;
    const bool fits = std::from_chars(text.data(), text.data() + end, number).ec == std::errc();
    text.remove_prefix(static_cast<std::size_t>(end));
    return fits ? number : 0;
}

bool take(std::string_view& text, std::string_view start) {
    if (!text.starts_with(start)) return false;
    text.remove_prefix(start.size());
    return true;
}

// The line's number in "(12): " or ":12:3: ", which is taken from the text.
std::optional<int> take_place(std::string_view& text) {
    if (take(text, "(")) {
        const auto line = take_number(text);
        return take(text, "): ") ? line : std::nullopt;
    }
    if (!take(text, ":")) return std::nullopt;
    const auto line = take_number(text);
    const bool has_column = line && take(text, ":") && take_number(text) && take(text, ": ");
    return has_column ? line : std::nullopt;
}

// Whether the text begins with that word, and not with a longer one.
bool begins_with_word(std::string_view text, std::string_view word) {
    return take(text, word) &&
           (text.empty() ||
            (std::isalnum(static_cast<unsigned char>(text[0])) == 0 && text[0] != '_'));
}

// What nvcc's front end and g++ begin a diagnostic with: "file(12): error: ...", "file:12:3: ...".
struct DiagnosticStart {
    std::string file;
    int line;
    std::string text; // from "error" on
    bool is_error;
};

// The first place that a severity follows ends the file's name, which may have any character in it.
std::optional<DiagnosticStart> diagnostic_start(std::string_view line) {
    if (line.empty() || std::isspace(static_cast<unsigned char>(line[0])) != 0) return std::nullopt;
    for (auto at = line.find_first_of("(:", 1); at != std::string_view::npos;
         at = line.find_first_of("(:", at + 1)) {
        auto rest = line.substr(at);
        const auto number = take_place(rest);
        if (!number) continue;
        auto severity = rest;
        if (!take(severity, "fatal ")) take(severity, "catastrophic ");
        const bool is_error = begins_with_word(severity, "error");
        const bool is_other = std::ranges::any_of(
            std::initializer_list<std::string_view>{"warning", "note", "remark"},
            [&](auto word) { return begins_with_word(rest, word); });
        if (is_error || is_other)
            return DiagnosticStart{std::string(line.substr(0, at)), *number, std::string(rest),
                                   is_error};
    }
    return std::nullopt;
}

// "[12/345] Building ..." of ninja.
bool is_step_of_build(std::string_view line) {
    return take(line, "[") && take_number(line) && take(line, "/") && take_number(line) &&
           take(line, "]");
}

// "2 errors detected in the compilation of ..."
bool is_sum_of_errors(std::string_view line) {
    return take_number(line) && take(line, " error") &&
           (take(line, " detected") || take(line, "s detected"));
}

bool ends_diagnostic(const std::string& line) {
    if (line.find_first_not_of(" \t\r\f\v") == std::string::npos) return true;
    for (const char* start :
         {"FAILED: ", "ninja: ", "make[", "make: ", "gmake[", "gmake: ", "compilation terminated"})
        if (line.starts_with(start)) return true;
    return is_step_of_build(line) || is_sum_of_errors(line);
}

bool is_caret(const std::string& line) {
    return !line.empty() && line.find_first_not_of(" ^~") == std::string::npos &&
           line.find('^') != std::string::npos;
}

// Appends the line that says where in the line before it the error is. A line too long for a
// terminal would be broken, and the caret would point nowhere: of that one, the part around it is
// left.
void add_caret(std::string& text, const std::string& caret) {
    constexpr std::size_t most = 72, before = 40;
    if (text.size() > most_of_message) return;
    const std::size_t start = text.rfind('\n') + 1, at = caret.find('^');
    const std::string line = text.substr(start);
    if (line.size() > most) {
        const std::size_t first = std::min(at > before ? at - before : 0, line.size());
        text.resize(start);
        text += (first > 0 ? "... " : "    ") + line.substr(first, most - 8) +
                (first + most - 8 < line.size() ? " ..." : "");
        text += "\n" + std::string(4 + at - first, ' ') + "^";
        return;
    }
    add_line(text, caret);
}

void find_diagnostics(const Course& course, const std::vector<std::string>& lines,
                      std::vector<Message>& messages) {
    Message* current = nullptr;
    for (const auto& line : lines) {
        if (const auto start = diagnostic_start(line)) {
            current = nullptr;
            if (start->is_error && messages.size() < most_errors * 4)
                current =
                    &messages.emplace_back(Message{"", does_not_compile, start->text,
                                                   shown_path(course, start->file), start->line});
        } else if (ends_diagnostic(line)) {
            current = nullptr;
        } else if (current != nullptr && is_caret(line)) {
            add_caret(current->text, line);
        } else if (current != nullptr) {
            add_line(current->text, line);
        }
    }
}

// What is missing in "undefined reference to `square(long const*, long*, unsigned long)'".
std::string undefined_symbol(const std::string& line) {
    constexpr std::string_view words = "undefined reference to ";
    const auto at = line.find(words);
    if (at == std::string::npos) return "";
    const auto begin = at + words.size() + 1, end = line.rfind('\'');
    const bool quoted = begin <= line.size() && (line[begin - 1] == '`' || line[begin - 1] == '\'');
    return quoted && end != std::string::npos && end > begin ? line.substr(begin, end - begin) : "";
}

void find_undefined(const Course& course, const Lesson& lesson, const LessonTexts& texts,
                    const std::vector<std::string>& lines, std::vector<Message>& messages) {
    std::set<std::string> seen;
    for (const auto& line : lines) {
        if (messages.size() >= most_errors * 4) return;
        const auto symbol = undefined_symbol(line);
        if (symbol.empty() || !seen.insert(symbol).second) continue;
        messages.push_back({"", does_not_compile, undefined_text(course, lesson, texts, symbol),
                            shown_path(course, lesson.source), 0});
    }
}

Message build_failure(const Course& course, const Lesson& lesson, const std::string& output,
                      const std::vector<std::string>& lines) {
    const auto own = shown_path(course, lesson.source);
    std::error_code ignored;
    if (output.find(lesson.source.string()) != std::string::npos &&
        !std::filesystem::exists(lesson.source, ignored))
        return {"", does_not_compile,
                fmt::format("There is no file {}. To have it as it was handed out: "
                            "./workbook reset {}",
                            own, lesson.name),
                own, 0};
    constexpr std::size_t tail = 20;
    std::size_t first = lines.size(), bytes = 0;
    while (first > 0 && lines.size() - first < tail &&
           (bytes += lines[first - 1].size()) <= most_of_message)
        --first;
    std::string text = "The build failed:";
    for (; first < lines.size(); ++first) text += "\n" + lines[first];
    return {"", does_not_compile, text, own, 0};
}

} // namespace

std::vector<Message> explain_compiler_output(const Course& course, const Lesson& lesson,
                                             const std::string& output,
                                             const std::filesystem::path& source) {
    const auto lines = lines_of(output);
    std::vector<Message> messages;
    const LessonTexts texts{file_text(source.empty() ? lesson.source : source).value_or(""),
                            file_text(lesson.header).value_or("")};
    find_diagnostics(course, lines, messages);
    find_undefined(course, lesson, texts, lines, messages);
    const auto own = shown_path(course, lesson.source);
    std::ranges::stable_partition(messages,
                                  [&](const Message& message) { return message.file == own; });
    // The compiler says some errors once for the host and once for the device.
    std::vector<Message> different;
    for (auto& message : messages)
        if (std::ranges::none_of(different, [&](const Message& known) {
                return known.text == message.text && known.line == message.line;
            }))
            different.push_back(std::move(message));
    messages = std::move(different);
    if (messages.size() > most_errors) messages.resize(most_errors);
    for (auto& message : messages) add_advice(message, texts);
    if (messages.empty()) messages.push_back(build_failure(course, lesson, output, lines));
    return messages;
}

} // namespace workbook::cli
