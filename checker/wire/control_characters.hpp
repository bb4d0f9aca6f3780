// Control characters in text that a stranger had a hand in: they could repaint a terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace workbook::wire {

constexpr bool is_control(char32_t value) {
    return value < 0x20 || value == 0x7F || (value >= 0x80 && value <= 0x9F);
}

// How many bytes the control character has that `text`, in UTF-8, begins with; 0 if it begins with
// none. U+0080 to U+009F have two; a terminal may take them for the beginning of a sequence, too.
constexpr std::size_t control_bytes(std::string_view text) {
    const auto byte = [&](std::size_t i) {
        return i < text.size() ? static_cast<unsigned char>(text[i]) : 0u;
    };
    if (text.empty()) return 0;
    if (byte(0) < 0x80) return is_control(byte(0)) ? 1 : 0;
    return byte(0) == 0xC2 && byte(1) >= 0x80 && is_control(byte(1)) ? 2 : 0;
}

// The text with "?" in place of each control character but line breaks and tabs.
inline std::string without_controls(std::string_view text) {
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const bool layout = text.front() == '\n' || text.front() == '\t';
        const std::size_t bytes = layout ? 0 : control_bytes(text);
        result += bytes > 0 ? '?' : text.front();
        text.remove_prefix(bytes > 0 ? bytes : 1);
    }
    return result;
}

} // namespace workbook::wire
