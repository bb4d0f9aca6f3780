// The source of a page, line by line, with its columns.
#include "cli/profile/columns.hpp"
#include "cli/profile/numbers.hpp"
#include "cli/profile/page/metrics.hpp"
#include "cli/profile/page/parts.hpp"

#include <fmt/core.h>

namespace workbook::cli {
namespace {

// The strip: what part of the launch's bytes, turns or lanes the line has, and what of it is for
// nothing.
std::string heat_cell(const LineProfile* line, const LaunchProfile& launch) {
    if (line == nullptr) return "<td class=\"heat\"></td>";
    const HeatPart heat = heat_of(*line, launch);
    const double used = heat.percent(heat.of_line.used), lost = heat.percent(heat.of_line.wasted());
    const std::string sentence =
        heat.of_line.wasted() == 0
            ? fmt::format("{:.0f}% of the launch's {}, all used", used, heat.what)
            : fmt::format("{:.0f}% of the launch's {}; {:.0f}% of them for nothing", used + lost,
                          heat.what, 100 - heat.of_line.percent());
    return fmt::format("<td class=\"heat\" title=\"{0}\"><span class=\"strip\" role=\"img\" "
                       "aria-label=\"{0}\"><span class=\"used\" style=\"width:{1:.1f}%\"></span>"
                       "<span class=\"lost\" style=\"width:{2:.1f}%\"></span></span></td>",
                       sentence, used, lost);
}

std::string mark_cell(char mark) {
    if (mark == '!')
        return "<td class=\"mark fault\" title=\"a fault or a race was reported here\">!</td>";
    if (mark == '*')
        return "<td class=\"mark waste\" title=\"lanes, sectors or turns are wasted here\">*</td>";
    return "<td class=\"mark\"></td>";
}

std::string number_cells(const std::vector<Column>& columns, const LineProfile* line,
                         const LaunchProfile& launch) {
    std::string cells;
    for (const Column& column : columns) {
        const std::string text = line == nullptr ? "" : column.text(*line, launch);
        cells += text.empty() || text == "."
                     ? "<td></td>"
                     : fmt::format("<td{}>{}</td>", metric_title(column.heading, column.meaning),
                                   page_text(text));
    }
    return cells;
}

std::string line_row(const PageLaunch& shown, const std::vector<Column>& columns, int number,
                     const LineProfile* line, char mark) {
    const std::string id = line_id(shown, number);
    const std::string& code = shown.source().lines[static_cast<std::size_t>(number - 1)];
    const char* kind = mark == '!' ? " fault" : mark == '*' ? " waste" : "";
    // A line without numbers has nothing to open.
    const std::string name = line == nullptr
                                 ? std::to_string(number)
                                 : fmt::format("<button type=\"button\" aria-expanded=\"false\" "
                                               "aria-label=\"line {0}\">{0}</button>",
                                               number);
    return fmt::format("<tr id=\"{}\" class=\"{}{}\" data-line=\"{}\">{}{}{}<td class=\"line\">{}"
                       "</td><td class=\"code\"><code>{}</code></td></tr>\n",
                       id, line == nullptr ? "quiet" : "ran", kind, number,
                       heat_cell(line, shown.launch), number_cells(columns, line, shown.launch),
                       mark_cell(mark), name, page_text(code));
}

std::string heading_row(const std::vector<Column>& columns) {
    std::string text = "<thead><tr><th scope=\"col\" class=\"heat\" title=\"what the line has of "
                       "the launch's bytes, turns or lanes, and what of that is for "
                       "nothing\">share</th>";
    for (const Column& column : columns)
        text +=
            fmt::format("<th scope=\"col\"{}>{}</th>", metric_title(column.heading, column.meaning),
                        page_text(column.heading));
    return text + "<th scope=\"col\"><span class=\"spoken\">mark</span></th>"
                  "<th scope=\"col\">line</th><th scope=\"col\" class=\"code\">source</th></tr>"
                  "</thead>\n";
}

std::string column_legend(const std::vector<Column>& columns) {
    std::string items;
    for (const Column& column : columns)
        items += fmt::format("<dt>{}</dt><dd>{}</dd>", page_text(column.heading),
                             page_text(column.meaning));
    return "<dl class=\"legend\">" + items + "</dl>\n";
}

} // namespace

std::string line_id(const PageLaunch& shown, int line) {
    return fmt::format("{}-{}", shown.id, line);
}

std::string source_part(const PageLaunch& shown) {
    const ProgramSource& source = shown.source();
    const auto lines = lines_in(source, shown.launch);
    const std::set<int> faults = fault_lines_in(source, shown.profile(), shown.launch);
    std::set<int> interesting = faults;
    for (const auto& [number, line] : lines) interesting.insert(number);
    if (shown.launch.lines_left_out)
        return "<p>There were too many launches to keep the lines of this one.</p>\n";
    if (interesting.empty())
        return "<p>No line of " + page_text(source.file) + " ran in this kernel.</p>\n";
    const auto columns = columns_for(shown.launch, lines);
    std::string rows;
    for (const int number : lines_to_show(source, interesting)) {
        if (number == 0) {
            rows += fmt::format("<tr class=\"gap\"><td colspan=\"{}\">...</td></tr>\n",
                                columns.size() + 4);
            continue;
        }
        const auto found = lines.find(number);
        const LineProfile* line = found == lines.end() ? nullptr : found->second;
        rows += line_row(shown, columns, number, line,
                         mark_of(line, shown.launch, faults.contains(number)));
    }
    return fmt::format("<h3>{}</h3>\n<div class=\"scroll\"><table class=\"source\" "
                       "data-program=\"{}\">\n<caption class=\"spoken\">{}, line by "
                       "line</caption>\n{}<tbody>\n{}</tbody>\n</table></div>\n{}",
                       page_text(source.name), shown.id, page_text(source.name),
                       heading_row(columns), rows, column_legend(columns));
}

} // namespace workbook::cli
