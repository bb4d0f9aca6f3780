#include "cli/formats/safe_text.hpp"

#include "wire/control_characters.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>

namespace workbook::cli {
namespace {

constexpr std::string_view replacement = "\xEF\xBF\xBD"; // U+FFFD

struct CodePoint {
    char32_t value = 0;
    std::size_t bytes = 0; // 0: there is none at this place
};

// The character that `text` begins with, if it is one: no overlong form, no surrogate.
CodePoint first_code_point(std::string_view text) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(0);
    if (lead < 0x80) return {lead, 1};
    const std::size_t size = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC2 || lead > 0xF4 || text.size() < size) return {};
    char32_t value = lead & (0xFFu >> (size + 1));
    for (std::size_t i = 1; i < size; ++i) {
        if ((byte(i) & 0xC0u) != 0x80u) return {};
        value = value << 6u | (byte(i) & 0x3Fu);
    }
    const char32_t least = size == 4 ? 0x10000 : size == 3 ? 0x800 : 0x80;
    const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
    if (value < least || value > 0x10FFFF || surrogate) return {};
    return {value, size};
}

// Characters without any width: two texts that look alike would differ in them.
bool is_unseen(char32_t value) {
    constexpr char32_t unseen[] = {0xAD,   0x34F,  0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B,
                                   0x180C, 0x180D, 0x180E, 0x180F, 0x200B, 0x3164, 0xFFA0};
    return std::ranges::find(unseen, value) != std::end(unseen) ||
           (value >= 0xE0080 && value <= 0xE0FFF) || (value >= 0x1D173 && value <= 0x1D17A);
}

bool is_look(char32_t value) { return value >= 0xFE00 && value <= 0xFE0F; }

// Those have their use behind a character that they join, keep apart or give another look, as in
// Persian, Hindi and emoji; nowhere else.
bool is_joiner(char32_t value) { return value == 0x200C || value == 0x200D || is_look(value); }
bool may_follow(char32_t joiner, char32_t before) {
    return (before >= 0x600 && before <= 0x1CFF) || (before >= 0x2190 && before <= 0x2BFF) ||
           (before >= 0x1F000 && before <= 0x1FAFF) || (joiner == 0x200D && is_look(before));
}

// Characters that are not seen but change what is seen, and those that XML forbids.
bool misleads(char32_t value) {
    const auto within = [value](char32_t first, char32_t last) {
        return value >= first && value <= last;
    };
    return within(0x80, 0x9F) || value == 0x61C || is_unseen(value) || within(0x200E, 0x200F) ||
           within(0x2028, 0x202E) || within(0x2060, 0x206F) || value == 0xFEFF ||
           within(0xFFF9, 0xFFFB) || within(0xFDD0, 0xFDEF) || (value & 0xFFFEu) == 0xFFFEu ||
           within(0xE0000, 0xE007F);
}

// U+2400 and the following are pictures of the control characters.
std::string picture_of(char32_t control) {
    const char32_t value = control == 0x7F ? 0x2421 : 0x2400 + control;
    return {static_cast<char>(0xE2), static_cast<char>(0x80u | (value >> 6u & 0x3Fu)),
            static_cast<char>(0x80u | (value & 0x3Fu))};
}

// What stands for the character at the beginning of `rest`.
std::string safe_character(CodePoint point, std::string_view rest, char32_t before) {
    if (point.bytes == 0 || misleads(point.value) ||
        (is_joiner(point.value) && !may_follow(point.value, before)))
        return std::string(replacement);
    const bool layout = point.value == '\n' || point.value == '\t';
    return wire::is_control(point.value) && !layout ? picture_of(point.value)
                                                    : std::string(rest.substr(0, point.bytes));
}

// Whether nothing that a runner does not skip stands before `at` on its line. Beyond ASCII it may
// be white space; to be sure, all of it counts as such.
bool opens_line(std::string_view text, std::size_t at) {
    while (at > 0 && text[at - 1] != '\n') {
        const auto before = static_cast<unsigned char>(text[--at]);
        if (before > 0x20 && before < 0x7F) return false;
    }
    return true;
}

void make_safe(GradedLesson& lesson) {
    for (std::string* line : {&lesson.result.lesson, &lesson.result.verdict, &lesson.result.device,
                              &lesson.result.tree, &lesson.title, &lesson.part, &lesson.reason}) {
        *line = safe_line(*line);
    }
    for (Message& message : lesson.result.messages) {
        message.test_case = safe_line(message.test_case);
        message.verdict = safe_line(message.verdict);
        message.text = safe_text(message.text);
        message.file = safe_line(message.file);
        message.line = std::max(message.line, 0);
    }
    for (std::string& note : lesson.result.notes) note = safe_text(note);
    lesson.result.printed = safe_text(lesson.result.printed);
    for (GradedCase& graded : lesson.cases) {
        graded.name = safe_line(graded.name);
        graded.verdict = safe_line(graded.verdict);
    }
}

} // namespace

std::string safe_text(std::string_view bytes, std::size_t most_bytes) {
    std::string text;
    text.reserve(std::min(bytes.size(), most_bytes));
    char32_t before = 0;
    while (!bytes.empty() && text.size() < most_bytes) {
        if (bytes.starts_with("\r\n")) bytes.remove_prefix(1);
        const CodePoint point = first_code_point(bytes);
        text += safe_character(point, bytes, before);
        before = point.value;
        bytes.remove_prefix(std::max<std::size_t>(point.bytes, 1));
    }
    if (!bytes.empty()) text += fmt::format("\n[cut here: {} more bytes]", bytes.size());
    return text;
}

std::string safe_line(std::string_view bytes, std::size_t most_bytes) {
    std::string line = safe_text(bytes, most_bytes);
    std::ranges::replace_if(
        line, [](char c) { return c == '\n' || c == '\t'; }, ' ');
    return line;
}

std::string visible_name(std::string_view name) {
    std::string text;
    char32_t before = 0;
    while (!name.empty()) {
        const CodePoint point = first_code_point(name);
        const auto one = name.substr(0, std::max<std::size_t>(point.bytes, 1));
        name.remove_prefix(one.size());
        const bool joins = is_joiner(point.value) && may_follow(point.value, before) &&
                           !name.empty() && may_follow(0, first_code_point(name).value);
        if (point.bytes == 0)
            text += fmt::format("\\x{:02X}", static_cast<unsigned char>(one[0]));
        else if (one == "\\")
            text += "\\\\";
        else if (wire::is_control(point.value) || misleads(point.value) ||
                 (is_joiner(point.value) && !joins))
            text += fmt::format("\\u{{{:04X}}}", static_cast<std::uint32_t>(point.value));
        else
            text += one;
        before = point.value;
    }
    return text;
}

std::string without_runner_commands(std::string_view text) {
    std::string harmless;
    harmless.reserve(text.size());
    for (std::size_t i = 0; i < text.size(); ++i) {
        harmless += text[i];
        if (text.substr(i).starts_with("##[") ||
            (text.substr(i).starts_with("::") && opens_line(text, i))) {
            harmless += ' ';
        }
    }
    return harmless;
}

GradeReport safe_report(GradeReport report) {
    for (std::string* line :
         {&report.workbook_version, &report.submission, &report.tree, &report.device,
          &report.started_at, &report.graded_at, &report.incomplete_reason}) {
        *line = safe_line(*line);
    }
    for (std::string& warning : report.warnings) warning = safe_line(warning);
    for (GradedLesson& lesson : report.lessons) make_safe(lesson);
    return report;
}

} // namespace workbook::cli
