#include "vgpu/runtime/source_line.hpp"

#include <charconv>

namespace vgpu::runtime {
namespace {

std::string_view until_end_of_line(std::string_view text, int line) {
    std::size_t end = 0;
    for (int at = 0; at < line; ++at) {
        end = text.find('\n', at == 0 ? 0 : end + 1);
        if (end == std::string_view::npos) return text;
    }
    return text.substr(0, end);
}

std::string_view without_blanks(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t");
    return first == std::string_view::npos ? std::string_view() : text.substr(first);
}

std::optional<int> take_number(std::string_view& text) {
    text = without_blanks(text);
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    return number;
}

// `.file 1 "/path/name.cu"`, which stands at the end of the module.
std::optional<std::string> file_name(std::string_view ptx, int wanted) {
    constexpr std::string_view directive = ".file";
    for (std::size_t at = ptx.find(directive); at != std::string_view::npos;
         at = ptx.find(directive, at + 1)) {
        std::string_view rest = ptx.substr(at + directive.size());
        if (take_number(rest) != wanted) continue;
        rest = without_blanks(rest);
        if (rest.empty() || rest.front() != '"') continue;
        const std::size_t end = rest.find('"', 1);
        if (end != std::string_view::npos) return std::string(rest.substr(1, end - 1));
    }
    return std::nullopt;
}

struct Location {
    int file = 0, line = 0, column = 0;
    bool operator==(const Location&) const = default;
};

std::optional<Location> take_location(std::string_view& text) {
    const auto file = take_number(text);
    const auto line = take_number(text);
    const auto column = take_number(text);
    if (!file || !line) return std::nullopt;
    return Location{*file, *line, column.value_or(0)};
}

// `.loc 2 261 5, function_name $L__info_string0, inlined_at 1 6 30`: where the call stands.
std::optional<Location> call_of(std::string_view rest_of_directive) {
    constexpr std::string_view word = "inlined_at";
    const std::string_view line = rest_of_directive.substr(0, rest_of_directive.find('\n'));
    const std::size_t at = line.find(word);
    if (at == std::string_view::npos) return std::nullopt;
    std::string_view rest = line.substr(at + word.size());
    return take_location(rest);
}

// The last `.loc` in the text, or the last one for a given location; the outermost call of it.
std::optional<Location> last_location(std::string_view text, std::optional<Location> wanted,
                                      int depth) {
    constexpr std::string_view directive = ".loc";
    constexpr int deepest = 64;
    for (std::size_t at = text.rfind(directive); at != std::string_view::npos;
         at = at == 0 ? std::string_view::npos : text.rfind(directive, at - 1)) {
        std::string_view rest = text.substr(at + directive.size());
        const auto location = take_location(rest);
        if (!location || (wanted && *location != *wanted)) continue;
        const auto call = call_of(rest);
        if (!call || depth == deepest) return location;
        const auto outer = last_location(text.substr(0, at), call, depth + 1);
        return outer ? outer : call;
    }
    return std::nullopt;
}

} // namespace

std::optional<SourceLine> source_of_line(std::string_view ptx, int ptx_line) {
    if (ptx_line <= 0) return std::nullopt;
    std::string_view before = until_end_of_line(ptx, ptx_line);
    const std::size_t function = before.rfind("\n{");
    if (function != std::string_view::npos) before = before.substr(function);
    const auto location = last_location(before, std::nullopt, 0);
    if (!location) return std::nullopt;
    auto name = file_name(ptx, location->file);
    if (!name) return std::nullopt;
    return SourceLine{std::move(*name), location->line};
}

} // namespace vgpu::runtime
