#include "cli/profile/totals.hpp"

#include "cli/profile/numbers.hpp"
#include "cli/terminal.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

namespace workbook::cli {

namespace field = wire::trace_field;

namespace {

std::uint64_t moved_bytes(const Counts& counts) {
    return 32 * (counts("global_load_sectors") + counts("global_store_sectors") +
                 counts("global_atomic_sectors") + counts("local_load_sectors") +
                 counts("local_store_sectors"));
}

// A byte that several lanes of a request want is one.
std::uint64_t asked_bytes(const Counts& counts) {
    return counts(field::global_load_used_bytes) + counts(field::global_store_used_bytes);
}

std::string global_line(const char* name, const GlobalTraffic& traffic) {
    const std::string best =
        traffic.wasteful() ? fmt::format(", where {} would do", short_number(traffic.best())) : "";
    return fmt::format("{:<14} {} of {} each{}\n", name,
                       counted(double(traffic.requests), "request"),
                       counted(traffic.each(), "sector"), best);
}

// A number of the table; `text` is how it is written.
struct TableTotal {
    std::string name;
    double value = 0;
    std::string text;
};

TableTotal whole_total(const std::string& name, std::uint64_t value) {
    return {name, double(value), grouped(value)};
}

TableTotal mean_total(const std::string& name, bool any, double value) {
    return {name, value, any ? short_number(value) : "-"};
}

std::vector<TableTotal> table_of(const Counts& counts) {
    const GlobalTraffic loads = global_traffic(counts, "load");
    const GlobalTraffic stores = global_traffic(counts, "store");
    const SharedTraffic shared = shared_traffic(counts);
    const SharedTraffic atomics = atomic_traffic(counts);
    const SharedTraffic constants = constant_traffic(counts);
    const RepeatedTraffic reads = repeated_traffic(counts);
    const auto moved = moved_bytes(counts);
    return {whole_total("warp instructions", counts("warp_instructions")),
            mean_total("active lanes of 32", true, active_lanes(counts)),
            whole_total("divergent branches", counts("divergent_branches")),
            whole_total("global load requests", loads.requests),
            mean_total("  sectors per request", loads.any(), loads.each()),
            whole_total("global store requests", stores.requests),
            mean_total("  sectors per request", stores.any(), stores.each()),
            mean_total("  percent read before", reads.any(), reads.percent()),
            {"global memory moved", double(moved), spoken_bytes(moved)},
            whole_total("shared memory requests", shared.requests),
            mean_total("  extra turns per request", shared.any(), shared.each()),
            whole_total("atomics", atomics.requests),
            mean_total("  extra turns per request", atomics.any(), atomics.each()),
            whole_total("constant memory requests", constants.requests),
            mean_total("  extra turns per request", constants.any(), constants.each()),
            whole_total("local memory requests", counts("local_requests")),
            whole_total("barriers", counts("barriers"))};
}

std::string ratio_text(const TableTotal& first, const TableTotal& second) {
    if (first.text == "-" || second.text == "-" || (first.value == 0 && second.value == 0))
        return "";
    if (first.value == 0) return "";
    return fmt::format("  x {:.2f}", second.value / first.value);
}

} // namespace

std::string launch_heading(const Profile& profile, const LaunchProfile& launch) {
    const auto same = std::ranges::count_if(profile.launches, [&](const LaunchProfile& other) {
        return other.kernel == launch.kernel && other.ran;
    });
    const bool biggest = std::ranges::none_of(profile.launches, [&](const LaunchProfile& other) {
        return other.kernel == launch.kernel && other.size() > launch.size();
    });
    std::string text = fmt::format("grid {}, block {}", spoken(launch.grid), spoken(launch.block));
    // The number is the one that --launch takes: it counts the launches of all kernels.
    if (profile.launch_count > 1)
        text += fmt::format("; launch {} of {}{}", launch.number, profile.launch_count,
                            same > 1 && biggest ? ", the biggest of this kernel" : "");
    const CallProfile call = profile.call(launch.call);
    if (!call.test_case.empty()) text += fmt::format("; in the case \"{}\"", call.test_case);
    return text;
}

std::string totals_text(const LaunchProfile& launch, std::size_t width) {
    const Counts& counts = launch.totals;
    std::string text = fmt::format(
        "{:<14} {}, each for a warp of 32 threads; {} of them active on average\n", "instructions",
        grouped(counts("warp_instructions")), short_number(active_lanes(counts)));
    if (const auto divergent = counts("divergent_branches"); counts("branches") > 0)
        text += fmt::format("{:<14} {}, {}\n", "branches", grouped(counts("branches")),
                            divergent == 0 ? "none divergent"
                                           : fmt::format("{} of them divergent: threads of a warp "
                                                         "went different ways",
                                                         grouped(divergent)));
    const GlobalTraffic loads = global_traffic(counts, "load");
    const GlobalTraffic stores = global_traffic(counts, "store");
    if (loads.any()) text += global_line("global loads", loads);
    if (stores.any()) text += global_line("global stores", stores);
    if (loads.any() || stores.any())
        text += fmt::format("{:<14} {} moved for the {} that the threads asked for\n", "",
                            spoken_bytes(32 * (loads.sectors + stores.sectors)),
                            spoken_bytes(asked_bytes(counts)));
    if (const RepeatedTraffic reads = repeated_traffic(counts); reads.wasteful())
        text += fmt::format("{:<14} {:.0f}% of the loads read again what the launch had read: {} "
                            "would do\n",
                            "", reads.percent(), spoken_bytes(reads.different_bytes));
    if (const SharedTraffic shared = shared_traffic(counts); shared.any())
        text += fmt::format("{:<14} {}, {} each for bank conflicts\n", "shared memory",
                            counted(double(shared.requests), "request"),
                            counted(shared.each(), "extra turn"));
    if (const SharedTraffic atomics = atomic_traffic(counts); atomics.any())
        text += fmt::format("{:<14} {}, {} each for lanes that meet\n", "atomics",
                            counted(double(atomics.requests), "request"),
                            counted(atomics.each(), "extra turn"));
    if (const SharedTraffic constants = constant_traffic(counts); constants.any())
        text += fmt::format("{:<14} {}, {} each for lanes at different addresses\n", "constants",
                            counted(double(constants.requests), "request"),
                            counted(constants.each(), "extra turn"));
    if (counts("local_requests") > 0)
        text += fmt::format(
            "{:<14} {}, {} moved\n", "local memory",
            counted(double(counts("local_requests")), "request"),
            spoken_bytes(32 * (counts("local_load_sectors") + counts("local_store_sectors"))));
    if (counts("barriers") > 0)
        text += fmt::format("{:<14} {}\n", "barriers", grouped(counts("barriers")));
    text.pop_back();
    return indented(text, 2, width);
}

std::string totals_beside(const LaunchProfile& first, const std::string& first_name,
                          const LaunchProfile& second, const std::string& second_name) {
    constexpr std::size_t most_name = 24;
    const std::string left = cut_to(first_name, most_name), right = cut_to(second_name, most_name);
    const auto width = [](const std::string& name) {
        return std::max<std::size_t>(12, name.size());
    };
    std::string text =
        fmt::format("  {:<26} {:>{}}  {:>{}}\n", "", left, width(left), right, width(right));
    const auto a = table_of(first.totals), b = table_of(second.totals);
    for (std::size_t i = 0; i < a.size(); ++i) {
        const auto is_nothing = [](const TableTotal& total) {
            return total.value == 0 && (total.text == "0" || total.text == "-");
        };
        // A mean of nothing on either side, and a count that is zero on both, say nothing.
        if (is_nothing(a[i]) && is_nothing(b[i]) && (a[i].text == b[i].text)) continue;
        text += fmt::format("  {:<26} {:>{}}  {:>{}}{}\n", a[i].name, a[i].text, width(left),
                            b[i].text, width(right), ratio_text(a[i], b[i]));
    }
    return text;
}

std::string launch_list(const Profile& profile) {
    std::string text = fmt::format("  {:>6} {:>15}  {:<14} {:<12} {}\n", "launch", "warp instr.",
                                   "grid", "block", "kernel, case");
    for (const LaunchProfile& launch : profile.launches)
        text += fmt::format("  {:>6} {:>15}  {:<14} {:<12} {}, \"{}\"\n", launch.number,
                            launch.ran ? grouped(launch.size()) : "did not run",
                            spoken(launch.grid), spoken(launch.block),
                            short_kernel_name(launch.kernel), profile.call(launch.call).test_case);
    if (profile.launch_count > profile.launches.size())
        text += fmt::format("  and {} more, which are not kept\n",
                            grouped(profile.launch_count - profile.launches.size()));
    return text;
}

} // namespace workbook::cli
