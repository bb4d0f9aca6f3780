#include "vgpu/runtime/source_line.hpp"

#include "vgpu/ptx/debug_info.hpp"

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

// Has `parse` read what stands behind each `directive`, on a line of its own; what it cannot read
// is left out, as the text is one that was refused.
template <typename Parse>
void parse_each(std::string_view text, std::string_view directive, Parse parse) {
    for (std::size_t at = text.find(directive); at != std::string_view::npos;
         at = text.find(directive, at + 1)) {
        const std::string_view rest = text.substr(at);
        ptx::Cursor cursor(rest.substr(0, rest.find('\n')));
        if (cursor.accept_dotted(directive)) parse(cursor);
    }
}

} // namespace

std::optional<SourceLine> source_of_line(std::string_view ptx, int ptx_line) {
    if (ptx_line <= 0) return std::nullopt;
    std::string_view before = until_end_of_line(ptx, ptx_line);
    const std::size_t function = before.rfind("\n{");
    if (function != std::string_view::npos) before = before.substr(function);
    ptx::DebugInfo debug;
    ptx::Index last = ptx::no_index;
    parse_each(before, ".loc", [&](ptx::Cursor& cursor) {
        ptx::Index location = ptx::no_index;
        if (debug.parse_loc(cursor, location)) last = location;
    });
    // They stand at the end of the module.
    parse_each(ptx, ".file", [&](ptx::Cursor& cursor) { return debug.parse_file(cursor); });
    ptx::Module module;
    debug.finish(module);
    if (last == ptx::no_index) return std::nullopt;
    while (module.locations[last].inlined_at != ptx::no_index)
        last = module.locations[last].inlined_at;
    const ptx::SourceLocation& location = module.locations[last];
    if (location.file == ptx::no_index) return std::nullopt;
    return SourceLine{module.files[location.file], location.line};
}

} // namespace vgpu::runtime
