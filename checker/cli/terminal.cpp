#include "cli/terminal.hpp"

#include "cli/result.hpp"

#include <fmt/core.h>

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace workbook::cli {
namespace {

bool wants_colour() {
    const char* no_colour = std::getenv("NO_COLOR");
    if (no_colour != nullptr && *no_colour != '\0') return false;
    const char* terminal = std::getenv("TERM");
    return isatty(STDOUT_FILENO) == 1 && terminal != nullptr &&
           std::string_view(terminal) != "dumb";
}

int escape_code(Colour colour) {
    switch (colour) {
    case Colour::bold:
        return 1;
    case Colour::dim:
        return 2;
    case Colour::red:
        return 31;
    case Colour::green:
        return 32;
    case Colour::yellow:
        return 33;
    case Colour::none:
        break;
    }
    return 0;
}

std::string indented_line(std::string_view line, std::size_t indent, std::size_t width) {
    const auto own_indent = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t continuation = indent + own_indent + 2;
    std::string result(indent, ' ');
    std::size_t margin = indent;
    while (margin + line.size() > width) {
        auto end = line.rfind(' ', width > margin ? width - margin : 0);
        // Leading spaces are the line's own indentation, no place to break; a long word stays
        // whole.
        const auto text = std::min(line.find_first_not_of(' '), line.size());
        if (end == std::string_view::npos || end < text) end = line.find(' ', text);
        const auto rest = line.find_first_not_of(' ', end);
        if (rest == std::string_view::npos) break;
        while (end > 0 && line[end - 1] == ' ') --end;
        result += std::string(line.substr(0, end)) + "\n" + std::string(continuation, ' ');
        line.remove_prefix(rest);
        margin = continuation;
    }
    return result + std::string(line) + "\n";
}

} // namespace

TextStyle style_of_output() {
    static const bool wanted = wants_colour();
    return {wanted, line_width()};
}

std::string coloured(Colour colour, std::string_view text, const TextStyle& style) {
    if (!style.colour || colour == Colour::none) return std::string(text);
    return fmt::format("\x1b[{}m{}\x1b[0m", escape_code(colour), text);
}

std::string coloured(Colour colour, std::string_view text) {
    return coloured(colour, text, style_of_output());
}

Colour colour_of(std::string_view verdict) {
    if (verdict == passed) return Colour::green;
    if (verdict == not_started) return Colour::dim;
    return Colour::red;
}

std::size_t line_width() {
    winsize size{};
    const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40;
    return known ? std::min<std::size_t>(size.ws_col, 100) : 80;
}

std::string indented(std::string_view text, std::size_t indent, std::size_t width) {
    std::string result;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find('\n', begin), text.size());
        const auto line = text.substr(begin, end - begin);
        result += line.empty() ? "\n" : indented_line(line, indent, width);
        begin = end + 1;
    }
    return result;
}

} // namespace workbook::cli
