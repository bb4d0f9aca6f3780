// The table of all totals, with what Nsight Compute calls them.
#include "cli/profile/numbers.hpp"
#include "cli/profile/page/metrics.hpp"
#include "cli/profile/page/parts.hpp"

#include <fmt/core.h>

namespace workbook::cli {
namespace {

struct CountRow {
    const char* name;
    std::string (*text)(const Counts& counts);
};

const CountRow count_rows[] = {
    {"warp instructions", [](const Counts& c) { return grouped(c("warp_instructions")); }},
    {"active lanes of 32", [](const Counts& c) { return short_number(active_lanes(c)); }},
    {"branches", [](const Counts& c) { return grouped(c("branches")); }},
    {"divergent branches", [](const Counts& c) { return grouped(c("divergent_branches")); }},
    {"global load requests", [](const Counts& c) { return grouped(c("global_load_requests")); }},
    {"global load sectors", [](const Counts& c) { return grouped(c("global_load_sectors")); }},
    {"global store requests", [](const Counts& c) { return grouped(c("global_store_requests")); }},
    {"global store sectors", [](const Counts& c) { return grouped(c("global_store_sectors")); }},
    {"atomic requests", [](const Counts& c) { return grouped(atomic_traffic(c).requests); }},
    {"extra turns of atomics",
     [](const Counts& c) { return grouped(atomic_traffic(c).conflicts); }},
    {"shared memory turns", [](const Counts& c) { return grouped(used_turns(c).all); }},
    {"of them for bank conflicts", [](const Counts& c) { return grouped(used_turns(c).wasted()); }},
    {"constant memory requests",
     [](const Counts& c) { return grouped(c("constant_load_requests")); }},
    {"extra turns of constants",
     [](const Counts& c) { return grouped(constant_traffic(c).conflicts); }},
    {"local memory sectors",
     [](const Counts& c) { return grouped(c("local_load_sectors") + c("local_store_sectors")); }},
    {"barriers", [](const Counts& c) { return grouped(c("barriers")); }},
};

} // namespace

std::string counts_part(const std::vector<PageLaunch>& programs) {
    std::string text = "<details class=\"counts\"><summary>All counts, and what Nsight Compute "
                       "calls them</summary>\n<table>\n<thead><tr><th scope=\"col\">count</th>";
    for (const PageLaunch& shown : programs)
        text += "<th scope=\"col\" class=\"number\">" + page_text(shown.source().label) + "</th>";
    text += "<th scope=\"col\">metric</th></tr></thead>\n<tbody>\n";
    for (const CountRow& row : count_rows) {
        std::string cells;
        bool any = false;
        for (const PageLaunch& shown : programs) {
            const std::string value = row.text(shown.launch.totals);
            any = any || value != "0";
            cells += "<td class=\"number\">" + value + "</td>";
        }
        if (!any) continue;
        const std::string metric = nsight_metric(row.name);
        text += fmt::format("<tr><th scope=\"row\">{}</th>{}<td class=\"metric\">{}</td></tr>\n",
                            row.name, cells, metric.empty() ? "no such metric" : page_text(metric));
    }
    return text + "</tbody>\n</table></details>\n";
}

} // namespace workbook::cli
