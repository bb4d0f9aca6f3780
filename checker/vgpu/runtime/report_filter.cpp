#include "vgpu/runtime/report_filter.hpp"

#include "wire/checks.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace vgpu::runtime {
namespace {

std::string_view trimmed(std::string_view text) {
    const std::size_t begin = text.find_first_not_of(" \t\r");
    if (begin == std::string_view::npos) return "";
    return text.substr(begin, text.find_last_not_of(" \t\r") + 1 - begin);
}

// Calls it with each line that says something, and its number.
template <class Body>
void for_each_line(std::string_view text, Body&& body) {
    for (int number = 1; !text.empty(); ++number) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        if (!line.empty() && !line.starts_with('#')) body(line, number);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

bool concerns(std::string_view pattern, const exec::Site& site) {
    if (matches(pattern, site.kernel)) return true;
    return std::ranges::any_of(site.frames, [&](const exec::SourceFrame& frame) {
        return matches(pattern, frame.file) || matches(pattern, frame.function);
    });
}

bool concerns(std::string_view pattern, const exec::Fault& fault) {
    return concerns(pattern, fault.site) || concerns(pattern, fault.other);
}

bool is_filtered(const workbook::wire::Check& check) {
    return check.reports == workbook::wire::CheckReports::filtered;
}
bool can_be_hidden(std::string_view tool) {
    const workbook::wire::Check* const check = workbook::wire::find_check(tool);
    return check != nullptr && is_filtered(*check);
}

} // namespace

bool matches(std::string_view pattern, std::string_view text) {
    if (text.empty()) return false;
    const bool at_begin = pattern.starts_with('^'), at_end = pattern.ends_with('$');
    if (at_begin) pattern.remove_prefix(1);
    if (at_end) pattern.remove_suffix(1);
    std::size_t from = 0;
    for (bool is_first = true;; is_first = false) {
        const std::size_t star = pattern.find('*');
        const std::string_view piece = pattern.substr(0, star);
        const bool is_last = star == std::string_view::npos;
        if (is_last && at_end) {
            if (is_first && at_begin) return text == piece;
            return text.size() - from >= piece.size() && text.ends_with(piece);
        }
        const std::size_t at = text.find(piece, from);
        if (at == std::string_view::npos || (is_first && at_begin && at != 0)) return false;
        if (is_last) return true;
        from = at + piece.size();
        pattern.remove_prefix(star + 1);
    }
}

void ReportFilter::show_only(std::string_view patterns) {
    for_each_line(patterns, [&](std::string_view line, int) { only_.emplace_back(line); });
}

std::optional<Diagnostic> ReportFilter::suppress(std::string_view lines) {
    std::optional<Diagnostic> problem;
    for_each_line(lines, [&](std::string_view line, int number) {
        const std::size_t colon = std::min(line.find(':'), line.size());
        const std::string_view tool = trimmed(line.substr(0, colon));
        const std::string_view pattern = trimmed(line.substr(std::min(colon + 1, line.size())));
        if (!pattern.empty() && can_be_hidden(tool))
            suppressions_.push_back({std::string(tool), std::string(pattern)});
        else if (!problem)
            problem =
                Diagnostic{fmt::format("line {} is \"{}\", expected CHECK:PATTERN, where CHECK is "
                                       "one of {}",
                                       number, line, workbook::wire::check_names(is_filtered)),
                           {number, 1}};
    });
    return problem;
}

bool ReportFilter::hides(const exec::Fault& fault) const {
    const std::string_view tool = exec::name_of(fault.tool);
    if (!can_be_hidden(tool)) return false;
    const auto is_concerned = [&](const std::string& pattern) { return concerns(pattern, fault); };
    // A copy of what was never written, say, has no place in a kernel: it is shown.
    const bool has_kernel = !fault.site.kernel.empty() || !fault.other.kernel.empty();
    if (!only_.empty() && has_kernel && std::ranges::none_of(only_, is_concerned)) return true;
    return std::ranges::any_of(suppressions_, [&](const Suppression& suppression) {
        return suppression.check == tool && is_concerned(suppression.pattern);
    });
}

} // namespace vgpu::runtime
