#include "cli/profile/listing.hpp"

#include "cli/profile/columns.hpp"
#include "cli/profile/numbers.hpp"
#include "cli/profile/remarks.hpp"
#include "cli/profile/totals.hpp"
#include "wire/source_files.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace workbook::cli {
namespace {

Colour colour_of_mark(char mark) {
    if (mark == '!') return Colour::red;
    return mark == '*' ? Colour::yellow : Colour::none;
}

// What part of the instructions stands elsewhere: in headers, or in no line at all.
std::string elsewhere_text(const std::map<int, const LineProfile*>& lines,
                           const LaunchProfile& launch, const ProgramSource& source,
                           std::size_t width) {
    std::uint64_t here = 0;
    for (const auto& [number, line] : lines) here += line->counts("warp_instructions");
    const auto all = launch.size();
    if (all == 0 || here >= all || double(all - here) < 0.01 * double(all)) return "";
    std::set<std::string> files;
    for (const LineProfile& line : launch.lines) {
        const std::string name(wire::file_name(line.file));
        if (name != source.file && line.counts("warp_instructions") > 0) files.insert(name);
    }
    std::string names;
    std::size_t count = 0;
    for (const std::string& file : files)
        if (++count <= 3) names += (names.empty() ? " (" : ", ") + file;
    if (!names.empty()) names += count > 3 ? ", ...)" : ")";
    return indented(fmt::format("{:.0f}% of the instructions belong to no line of {}{}.",
                                100.0 * double(all - here) / double(all), source.file, names),
                    2, width);
}

std::string listing_of(const ProgramSource& source, const Profile& profile,
                       const LaunchProfile& launch, const TextStyle& style) {
    const std::size_t width = style.width;
    const auto lines = lines_in(source, launch);
    const std::set<int> faults = fault_lines_in(source, profile, launch);
    std::set<int> interesting = faults;
    for (const auto& [number, line] : lines) interesting.insert(number);
    if (launch.lines_left_out)
        return indented("There were too many launches to keep the lines of this one.", 2, width);
    if (interesting.empty())
        return indented(fmt::format("No line of {} ran in this kernel.", source.file), 2, width);

    const auto columns = columns_for(launch, lines);
    const std::string heading = margin_heading(columns);
    const std::size_t before = heading.size() + 10;
    const std::size_t room = std::max<std::size_t>(24, width - std::min(width, before));
    std::string text = coloured(Colour::bold, heading + "   line", style) + "\n";
    std::set<char> marks;
    for (const int number : lines_to_show(source, interesting)) {
        if (number == 0) {
            text += fmt::format("{:>{}} |\n", "...", heading.size() + 7);
            continue;
        }
        const auto found = lines.find(number);
        const LineProfile* line = found == lines.end() ? nullptr : found->second;
        const char mark = mark_of(line, launch, faults.contains(number));
        marks.insert(mark);
        const std::string numbers =
            fmt::format("{} {} {:>4} |", margin(columns, line, launch), mark, number);
        const std::string& code = source.lines[static_cast<std::size_t>(number - 1)];
        bool first = true;
        for (const std::string& piece :
             line == nullptr ? std::vector{cut_line(code, room)} : folded(code, room)) {
            std::string row = first ? coloured(colour_of_mark(mark), numbers, style)
                                    : fmt::format("{:>{}}", "|", numbers.size());
            if (!piece.empty()) row += " " + piece;
            text += row + "\n";
            first = false;
        }
    }
    return text + elsewhere_text(lines, launch, source, width) + "\n" + legend(columns, marks);
}

} // namespace

std::string remarks_text(const ProgramSource& source, const Profile& profile,
                         const LaunchProfile& launch, const TextStyle& style) {
    constexpr std::size_t most_faults = 3;
    const std::size_t width = style.width;
    std::vector<std::string> told;
    for (const FaultProfile& fault : profile.faults) {
        if (fault.kernel != launch.kernel) continue;
        std::string fault_text = fault.message;
        // A race names both its lines itself.
        const bool says_where = fault.message.find(source.file + ":") != std::string::npos;
        for (auto at = fault.places.rbegin(); at != fault.places.rend() && !says_where; ++at)
            if (at->line > 0 && wire::file_name(at->file) == source.file)
                fault_text = fmt::format("line {}: {}", at->line, fault.message);
        if (std::ranges::find(told, fault_text) == told.end()) told.push_back(fault_text);
    }
    std::string text;
    for (std::size_t i = 0; i < std::min(told.size(), most_faults); ++i)
        text += indented("! " + told[i], 2, width);
    if (told.size() > most_faults)
        text += fmt::format("  ! and {} more\n", told.size() - most_faults);
    const auto remarks = remarks_on(source, launch);
    for (std::size_t i = 0; i < remarks.size(); ++i)
        text += indented(fmt::format("{}. {}.", i + 1, remarks[i]), 2, width);
    if (text.empty()) text = "  Nothing stands out.\n";
    return text;
}

std::string kernel_page(const ProgramSource& source, const Profile& profile,
                        const LaunchProfile& launch, const TextStyle& style) {
    return coloured(Colour::bold, short_kernel_name(launch.kernel), style) + "\n" +
           indented(launch_heading(profile, launch), 2, style.width) + "\n" +
           totals_text(launch, style.width) + "\n" + listing_of(source, profile, launch, style) +
           "\n" + remarks_text(source, profile, launch, style);
}

} // namespace workbook::cli
