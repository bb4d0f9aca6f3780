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

} // namespace

std::optional<SourceLine> source_of_line(std::string_view ptx, int ptx_line) {
    if (ptx_line <= 0) return std::nullopt;
    std::string_view before = until_end_of_line(ptx, ptx_line);
    const std::size_t function = before.rfind("\n{");
    if (function != std::string_view::npos) before = before.substr(function);
    const std::size_t at = before.rfind(".loc");
    if (at == std::string_view::npos) return std::nullopt;

    std::string_view rest = before.substr(at + 4);
    const auto file = take_number(rest);
    const auto line = take_number(rest);
    if (!file || !line) return std::nullopt;
    auto name = file_name(ptx, *file);
    if (!name) return std::nullopt;
    return SourceLine{std::move(*name), *line};
}

} // namespace vgpu::runtime
