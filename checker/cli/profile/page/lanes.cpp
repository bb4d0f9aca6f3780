// Which lanes of a warp are on in each line: for kernels whose threads go different ways.
#include "cli/profile/page/lanes.hpp"
#include "cli/formats/safe_text.hpp"

#include "wire/source_files.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <bit>

namespace workbook::cli {
namespace {

using LanesJson = nlohmann::json;

struct LaneTurns {
    std::uint64_t all = 0, idle = 0; // one for each lane and instruction
    double idle_part() const { return all == 0 ? 0 : double(idle) / double(all); }
};

LaneTurns turns_of(const WarpOfLines& warp) {
    LaneTurns turns;
    const auto threads = static_cast<std::uint64_t>(std::popcount(warp.all));
    for (const LanesOfLine& line : warp.lines)
        for (const auto& [lanes, times] : line.times) {
            const auto on = static_cast<std::uint64_t>(std::popcount(lanes & warp.all));
            turns.all += threads * times;
            turns.idle += (threads - on) * times;
        }
    return turns;
}

std::vector<const WarpOfLines*> most_divergent_first(const LaunchProfile& launch) {
    std::vector<const WarpOfLines*> warps;
    for (const WarpOfLines& warp : launch.warps) warps.push_back(&warp);
    std::ranges::stable_sort(warps, std::ranges::greater(),
                             [](const WarpOfLines* warp) { return turns_of(*warp).idle_part(); });
    return warps;
}

} // namespace

std::string lanes_part(const PageLaunch& shown) {
    const auto warps = most_divergent_first(shown.launch);
    if (warps.empty()) return "";
    const double idle = turns_of(*warps.front()).idle_part();
    const std::string heading = "<h3>Lanes of a warp, line by line</h3>\n";
    if (idle == 0)
        return "<div class=\"lanes\">\n" + heading +
               "<p class=\"soft\">Every lane was on in every instruction of the warps that were "
               "looked at: nothing diverges.</p>\n</div>\n";
    return fmt::format("<div class=\"lanes\" data-program=\"{}\">\n{}</div>\n", shown.id, heading);
}

nlohmann::json lanes_data(const PageLaunch& shown, std::size_t& room, std::string& left_out) {
    LanesJson all = LanesJson::array();
    for (const WarpOfLines* warp : most_divergent_first(shown.launch)) {
        LanesJson lines = LanesJson::object();
        for (const LanesOfLine& line : warp->lines) {
            if (line.line <= 0 || wire::file_name(line.file) != shown.source().file) continue;
            LanesJson& entry = lines[std::to_string(line.line)];
            for (const auto& [lanes, times] : line.times) entry.push_back({lanes, times});
        }
        const LaneTurns turns = turns_of(*warp);
        if (all.empty() && turns.idle == 0) return all; // the page says so
        LanesJson one{{"block", warp->block}, {"warp", warp->warp}, {"all", warp->all},
                      {"idle", turns.idle},   {"turns", turns.all}, {"lines", std::move(lines)}};
        const std::size_t bytes = one.dump().size();
        if (bytes > room) {
            left_out += "Of " + short_kernel_name(shown.launch.kernel) +
                        " lanes of some warps were left out for size. ";
            break;
        }
        room -= bytes;
        all.push_back(std::move(one));
    }
    return all;
}

} // namespace workbook::cli
