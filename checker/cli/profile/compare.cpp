// What `profile --against` prints: two runs side by side, and how often one needs what the other
// does.
#include "cli/profile/columns.hpp"
#include "cli/profile/line_pairs.hpp"
#include "cli/profile/listing.hpp"
#include "cli/profile/numbers.hpp"
#include "cli/profile/totals.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace workbook::cli {
namespace {

// One program's half of the margin.
struct MarginHalf {
    explicit MarginHalf(const ProfiledLaunch& program)
        : launch(program.launch), lines(lines_in(program.source, program.launch)),
          faults(fault_lines_in(program.source, program.profile, program.launch)),
          columns(columns_for(program.launch, lines, true)),
          heading(margin_heading(columns) + "   line") {
        std::set<int> interesting = faults;
        for (const auto& [number, line] : lines) interesting.insert(number);
        const auto numbers = lines_to_show(program.source, interesting);
        shown.insert(numbers.begin(), numbers.end());
        shown.erase(0);
    }

    std::string row(int number) {
        if (number == 0) return std::string(heading.size(), ' ');
        const auto found = lines.find(number);
        const LineProfile* line = found == lines.end() ? nullptr : found->second;
        const char mark = mark_of(line, launch, faults.contains(number));
        marks.insert(mark);
        return fmt::format("{} {} {:>4}", margin(columns, line, launch), mark, number);
    }

    const LaunchProfile& launch;
    std::map<int, const LineProfile*> lines;
    std::set<int> faults;
    std::vector<Column> columns;
    std::string heading;
    std::set<int> shown;
    std::set<char> marks;
};

std::string legend_of_both(const MarginHalf& left, const MarginHalf& right) {
    std::vector<Column> columns = left.columns;
    for (const Column& column : right.columns)
        if (std::ranges::find(columns, column.heading, &Column::heading) == columns.end())
            columns.push_back(column);
    std::set<char> marks = left.marks;
    marks.insert(right.marks.begin(), right.marks.end());
    return legend(columns, marks);
}

} // namespace

std::string compared_page(const ProfiledLaunch& first, const ProfiledLaunch& second,
                          const TextStyle& style) {
    const std::size_t width = style.width;
    MarginHalf left(first), right(second);
    const std::size_t before = left.heading.size() + right.heading.size() + 5;
    const std::size_t room = std::max<std::size_t>(28, width - std::min(width, before));
    std::string rows;
    bool gap = false, any = false;
    for (const PairedLine& pair : pair_lines(first.source.lines, second.source.lines)) {
        const std::string& line =
            pair.first != 0 ? first.source.lines[static_cast<std::size_t>(pair.first - 1)]
                            : second.source.lines[static_cast<std::size_t>(pair.second - 1)];
        if (has_no_code(line)) continue; // it is the code that is compared
        if (!left.shown.contains(pair.first) && !right.shown.contains(pair.second)) {
            gap = any;
            continue;
        }
        if (gap) rows += std::string(left.heading.size(), ' ') + " | ...\n";
        gap = false;
        any = true;
        const bool ran = left.lines.contains(pair.first) || right.lines.contains(pair.second);
        std::string numbers = left.row(pair.first) + " | " + right.row(pair.second) + " |";
        for (const std::string& piece :
             ran ? folded(line, room) : std::vector{cut_line(line, room)}) {
            rows += numbers + " " + piece + "\n";
            numbers = std::string(left.heading.size(), ' ') + " | " +
                      std::string(right.heading.size(), ' ') + " |";
        }
    }
    const std::string names = fmt::format(
        "{:<{}} | {:<{}} |\n", cut_to(first.source.label, left.heading.size()), left.heading.size(),
        cut_to(second.source.label, right.heading.size()), right.heading.size());
    const std::string own = launch_heading(first.profile, first.launch);
    const std::string other = launch_heading(second.profile, second.launch);
    const std::string headings = own == other
                                     ? indented(own, 2, width)
                                     : indented(first.source.label + ": " + own, 2, width) +
                                           indented(second.source.label + ": " + other, 2, width);
    std::string text =
        coloured(Colour::bold, short_kernel_name(first.launch.kernel), style) + "\n" + headings +
        "\n" + totals_beside(first.launch, first.source.label, second.launch, second.source.label) +
        "\n" + names + coloured(Colour::bold, left.heading + " | " + right.heading + " |", style) +
        "\n" + rows + "\n" + legend_of_both(left, right);
    for (const ProfiledLaunch* program : {&first, &second})
        text += fmt::format("\n  In {}:\n", program->source.label) +
                remarks_text(program->source, program->profile, program->launch, style);
    return text;
}

} // namespace workbook::cli
