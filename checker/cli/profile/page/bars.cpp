// The three bars of a page: bytes, lanes, turns, of all programs below each other.
#include "cli/profile/numbers.hpp"
#include "cli/profile/page/metrics.hpp"
#include "cli/profile/page/parts.hpp"

#include <fmt/core.h>

#include <algorithm>

namespace workbook::cli {
namespace {

struct EfficiencyBar {
    const char* name;
    const char* metric; // of nsight_metric()
    UsedPart (*part)(const Counts& counts);
    std::string (*amounts)(const Counts& counts, const UsedPart& part);
    const char* meaning;
    const char* nothing; // said where there is none
};

std::string byte_amounts(const Counts&, const UsedPart& part) {
    return spoken_bytes(part.used) + " of " + spoken_bytes(part.all);
}

std::string lane_amounts(const Counts& counts, const UsedPart&) {
    return short_number(active_lanes(counts)) + " of 32";
}

std::string turn_amounts(const Counts&, const UsedPart& part) {
    return grouped(part.used) + " of " + grouped(part.all);
}

constexpr EfficiencyBar efficiency_bars[] = {
    {"Bytes used of those moved", "bytes", used_bytes, byte_amounts,
     "Global memory moves sectors of 32 bytes: how many of their bytes the lanes used.",
     "no global memory"},
    {"Lanes active of 32", "active lanes", used_lanes, lane_amounts,
     "A warp executes an instruction for 32 lanes: how many took part, on average.",
     "no instructions"},
    {"Bank turns needed of those taken", "turns", used_turns, turn_amounts,
     "Each of the 32 banks of shared memory gives one word per turn: the turns without conflicts.",
     "no shared memory"},
};

std::string bar_row(const EfficiencyBar& bar, const PageLaunch& shown) {
    const Counts& counts = shown.launch.totals;
    const UsedPart part = bar.part(counts);
    const std::string label = shown.beside ? page_text(shown.source().label) : "";
    const std::string who =
        shown.beside ? "<span class=\"who\">" + label + "</span>" : std::string();
    if (!part.any())
        return fmt::format("<div class=\"bar none\">{}<span class=\"track\"></span>"
                           "<span class=\"amount\">{}</span></div>\n",
                           who, bar.nothing);
    // Under one percent still shows.
    const double width = part.used == 0 ? 0 : std::max(0.5, part.percent());
    const std::string amounts = bar.amounts(counts, part);
    return fmt::format(
        "<div class=\"bar\"{}>{}<span class=\"track\" role=\"img\" aria-label=\"{}{}{:.0f} percent "
        "used\"><span class=\"used\" style=\"width:{:.2f}%\"></span></span>"
        "<span class=\"amount\">{} <b>{:.0f}%</b></span></div>\n",
        metric_title(bar.metric, bar.meaning), who, label, label.empty() ? "" : ": ",
        part.percent(), width, amounts, part.percent());
}

} // namespace

std::string bars_part(const std::vector<PageLaunch>& programs) {
    std::string text = "<div class=\"bars\">\n";
    for (const EfficiencyBar& bar : efficiency_bars) {
        text += fmt::format("<div class=\"bargroup\"><h3{}>{}</h3>\n",
                            metric_title(bar.metric, bar.meaning), bar.name);
        for (const PageLaunch& shown : programs) text += bar_row(bar, shown);
        text += "</div>\n";
    }
    return text + "</div>\n";
}

} // namespace workbook::cli
