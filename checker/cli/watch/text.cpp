#include "cli/watch/text.hpp"

#include "wire/control_characters.hpp"

#include <fmt/core.h>

#include <unistd.h>

#include <algorithm>

namespace workbook::cli::watch {
namespace {

constexpr std::size_t tab = 8;

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0) == 0x80; }

// Where the escape sequence that begins at `at` ends: "\x1b[...m" or "\x1b]8;...\x1b\\".
std::size_t end_of_escape(std::string_view line, std::size_t at) {
    if (line.substr(at, 2) == "\x1b]") {
        const auto end = line.find("\x1b\\", at);
        return end == std::string_view::npos ? line.size() : end + 2;
    }
    const auto end = line.find('m', at);
    return end == std::string_view::npos ? line.size() : end + 1;
}

} // namespace

std::string printable(std::string_view text) {
    std::string result;
    std::size_t column = 0;
    while (!text.empty()) {
        const char c = text.front();
        std::size_t bytes = 1;
        if (c == '\n') {
            result += '\n';
            column = 0;
        } else if (c == '\t') {
            const std::size_t spaces = tab - column % tab;
            result.append(spaces, ' ');
            column += spaces;
        } else if (const std::size_t control = wire::control_bytes(text); control > 0) {
            if (!text.starts_with("\r\n")) result += '?';
            ++column;
            bytes = control;
        } else {
            result += c;
            column += is_continuation(c) ? 0 : 1;
        }
        text.remove_prefix(bytes);
    }
    return result;
}

std::vector<std::string> split_lines(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        lines.emplace_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::size_t shown_width(std::string_view line) {
    std::size_t width = 0;
    for (std::size_t i = 0; i < line.size();) {
        if (line[i] == '\x1b') {
            i = end_of_escape(line, i);
        } else {
            width += is_continuation(line[i]) ? 0 : 1;
            ++i;
        }
    }
    return width;
}

std::string fit(std::string_view line, std::size_t columns) {
    std::string result;
    std::size_t width = 0;
    for (std::size_t i = 0; i < line.size();) {
        if (line[i] == '\x1b') {
            const auto end = end_of_escape(line, i);
            result += line.substr(i, end - i);
            i = end;
        } else {
            width += is_continuation(line[i]) ? 0 : 1;
            if (width <= columns) result += line[i];
            ++i;
        }
    }
    return result;
}

std::string link(const std::filesystem::path& file, std::string_view text) {
    char host[256] = "";
    gethostname(host, sizeof host - 1);
    std::string address = fmt::format("file://{}", host);
    for (const char c : file.string()) {
        const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                           (c >= '0' && c <= '9') || c == '/' || c == '.' || c == '_' || c == '-';
        address +=
            plain ? std::string(1, c) : fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
    return fmt::format("\x1b]8;;{}\x1b\\{}\x1b]8;;\x1b\\", address, text);
}

} // namespace workbook::cli::watch
