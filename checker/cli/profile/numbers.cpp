#include "cli/profile/numbers.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace workbook::cli {

namespace field = wire::trace_field;

double GlobalTraffic::best() const {
    constexpr double sector_bytes = 32;
    if (!any()) return 0;
    const double of_bytes = double(bytes) / sector_bytes / double(requests);
    return std::min(each(), std::max(1.0, of_bytes));
}

GlobalTraffic global_traffic(const Counts& counts, std::string_view action) {
    const auto of = [&](std::string_view what) {
        return counts(fmt::format("global_{}_{}", action, what));
    };
    return {of("requests"), of("sectors"), of("bytes")};
}

SharedTraffic shared_traffic(const Counts& counts) {
    SharedTraffic traffic;
    for (const std::string_view action : {"load", "store"}) {
        traffic.requests += counts(fmt::format("shared_{}_requests", action));
        traffic.conflicts += counts(fmt::format("shared_{}_conflicts", action));
        traffic.bytes += counts(fmt::format("shared_{}_bytes", action));
    }
    return traffic;
}

SharedTraffic atomic_traffic(const Counts& counts) {
    return {counts("global_atomic_requests") + counts("shared_atomic_requests"),
            counts("global_atomic_conflicts") + counts("shared_atomic_conflicts"), 0};
}

SharedTraffic constant_traffic(const Counts& counts) {
    return {counts("constant_load_requests"), counts("constant_load_conflicts"), 0};
}

RepeatedTraffic repeated_traffic(const Counts& counts) {
    return {counts("global_load_sectors"), counts(field::global_load_sectors_again),
            counts(field::global_load_different_bytes)};
}

double active_lanes(const Counts& counts) {
    const auto warps = counts("warp_instructions");
    return warps == 0 ? 0 : double(counts("thread_instructions")) / double(warps);
}

double lanes_with_threads(const Extent& block) {
    const auto threads = block.count();
    return threads == 0 ? 32 : double(threads) / double((threads + 31) / 32);
}

std::string short_number(double value) {
    const double tenths = std::round(value * 10) / 10;
    return tenths == std::floor(tenths) ? fmt::format("{:.0f}", tenths)
                                        : fmt::format("{:.1f}", tenths);
}

std::string grouped(std::uint64_t value) {
    std::string text = std::to_string(value);
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
    return text;
}

std::string spoken_bytes(std::uint64_t bytes) {
    static constexpr std::array units = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    auto value = double(bytes);
    std::size_t unit = 0;
    while (value >= 1024 && unit + 1 < units.size()) {
        value /= 1024;
        ++unit;
    }
    return short_number(value) + " " + (bytes == 1 ? "byte" : units[unit]);
}

std::string counted(double count, const std::string& noun, const std::string& plural) {
    const bool whole = count >= 1000 && count < 1e18;
    const std::string number =
        whole ? grouped(static_cast<std::uint64_t>(std::llround(count))) : short_number(count);
    if (number == "1") return number + " " + noun;
    return number + " " + (plural.empty() ? noun + "s" : plural);
}

std::string cut_to(const std::string& text, std::size_t most) {
    return text.size() <= most ? text : "..." + text.substr(text.size() - (most - 3));
}

std::string spoken(const Extent& extent) {
    std::string text = std::to_string(extent.x);
    if (extent.y != 1 || extent.z != 1) text += " x " + std::to_string(extent.y);
    if (extent.z != 1) text += " x " + std::to_string(extent.z);
    return text;
}

} // namespace workbook::cli
