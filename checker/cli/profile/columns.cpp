#include "cli/profile/columns.hpp"

#include "cli/profile/numbers.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace workbook::cli {
namespace {

constexpr const char* empty_cell = ".";

// "32/4": what was moved, and the fewest that would do.
std::string against_best(const GlobalTraffic& traffic) {
    if (!traffic.any()) return empty_cell;
    return short_number(traffic.each()) + "/" + short_number(traffic.best());
}

std::string share_text(const LineProfile& line, const LaunchProfile& launch) {
    const auto instructions = line.counts("warp_instructions");
    if (instructions == 0 || launch.size() == 0) return empty_cell;
    const double percent = 100.0 * double(instructions) / double(launch.size());
    return percent < 0.5 ? "<1%" : fmt::format("{:.0f}%", percent);
}

std::string lanes_text(const LineProfile& line, const LaunchProfile&) {
    const double lanes = active_lanes(line.counts);
    return lanes == 0 ? empty_cell : short_number(lanes);
}

std::string loads_text(const LineProfile& line, const LaunchProfile&) {
    return against_best(global_traffic(line.counts, "load"));
}

std::string stores_text(const LineProfile& line, const LaunchProfile&) {
    return against_best(global_traffic(line.counts, "store"));
}

std::string turns_text(const SharedTraffic& traffic) {
    return traffic.any() ? "+" + short_number(traffic.each()) : empty_cell;
}

std::string shared_text(const LineProfile& line, const LaunchProfile&) {
    return turns_text(shared_traffic(line.counts));
}

std::string atomics_text(const LineProfile& line, const LaunchProfile&) {
    return turns_text(atomic_traffic(line.counts));
}

std::string constants_text(const LineProfile& line, const LaunchProfile&) {
    return turns_text(constant_traffic(line.counts));
}

std::string again_text(const LineProfile& line, const LaunchProfile&) {
    if (!global_traffic(line.counts, "load").any()) return empty_cell;
    return fmt::format("{:.0f}%", repeated_traffic(line.counts).percent());
}

std::string local_text(const LineProfile& line, const LaunchProfile&) {
    const auto sectors = line.counts("local_load_sectors") + line.counts("local_store_sectors");
    const auto requests = line.counts("local_requests");
    return requests == 0 ? empty_cell : short_number(double(sectors) / double(requests));
}

bool is_short_of_lanes(const LineProfile& line, const LaunchProfile& launch) {
    const double lanes = active_lanes(line.counts);
    return lanes > 0 && (lanes < 0.75 * lanes_with_threads(launch.block) || lanes < 24);
}

} // namespace

std::vector<Column> columns_for(const LaunchProfile& launch,
                                const std::map<int, const LineProfile*>& lines, bool spare_lanes) {
    std::vector<Column> columns = {{"instr", "share of the kernel's instructions", 0, share_text}};
    if (!spare_lanes || std::ranges::any_of(lines, [&](const auto& line) {
            return is_short_of_lanes(*line.second, launch);
        }))
        columns.push_back(
            {"lanes", "threads of a warp that took part, on average; 32 is all", 0, lanes_text});
    const Counts& totals = launch.totals;
    if (totals("global_load_requests") > 0)
        columns.push_back(
            {"load", "reads of global memory: 32-byte sectors per request / the fewest possible", 0,
             loads_text});
    if (repeated_traffic(totals).wasteful())
        columns.push_back({"again",
                           "reads of global memory: what an earlier request of the launch had read",
                           0, again_text});
    if (totals("global_store_requests") > 0)
        columns.push_back({"store", "writes of global memory: the same", 0, stores_text});
    if (shared_traffic(totals).any())
        columns.push_back({"bank",
                           "shared memory: extra turns per request, for bank conflicts; +0 is best",
                           0, shared_text});
    if (atomic_traffic(totals).any())
        columns.push_back({"atom",
                           "atomics: extra turns per request, for lanes that meet at one address",
                           0, atomics_text});
    if (constant_traffic(totals).any())
        columns.push_back(
            {"const", "constant memory: extra turns per request, for lanes at different addresses",
             0, constants_text});
    if (totals("local_requests") > 0)
        columns.push_back({"local",
                           "a thread's own arrays and spilled registers: sectors per request", 0,
                           local_text});
    for (Column& column : columns) {
        column.width = column.heading.size();
        for (const auto& [number, line] : lines)
            column.width = std::max(column.width, column.text(*line, launch).size());
    }
    return columns;
}

char mark_of(const LineProfile* line, const LaunchProfile& launch, bool has_fault) {
    if (has_fault) return '!';
    if (line == nullptr) return ' ';
    const Counts& counts = line->counts;
    const bool wasteful =
        global_traffic(counts, "load").wasteful() || global_traffic(counts, "store").wasteful() ||
        shared_traffic(counts).wasteful() || atomic_traffic(counts).each() >= 4 ||
        constant_traffic(counts).wasteful() ||
        (repeated_traffic(launch.totals).wasteful() && repeated_traffic(counts).wasteful()) ||
        counts("local_requests") > 0 || is_short_of_lanes(*line, launch);
    return wasteful ? '*' : ' ';
}

std::string margin_heading(const std::vector<Column>& columns) {
    std::string text;
    for (const Column& column : columns)
        text += fmt::format("{}{:>{}}", text.empty() ? "" : " ", column.heading, column.width);
    return text;
}

std::string margin(const std::vector<Column>& columns, const LineProfile* line,
                   const LaunchProfile& launch) {
    std::string text;
    for (std::size_t i = 0; i < columns.size(); ++i)
        text +=
            fmt::format("{}{:>{}}", i == 0 ? "" : " ",
                        line == nullptr ? "" : columns[i].text(*line, launch), columns[i].width);
    return text;
}

std::string legend(const std::vector<Column>& columns, const std::set<char>& marks) {
    std::string text;
    for (const Column& column : columns)
        text += fmt::format("  {:<6} {}\n", column.heading, column.meaning);
    if (marks.contains('*')) text += "  *      lanes, sectors or turns are wasted here\n";
    if (marks.contains('!')) text += "  !      a fault or a race was reported here\n";
    return text;
}

} // namespace workbook::cli
