// From counters to the numbers that say something about a line or a launch, and how they are
// written. What is counted is defined in docs/decisions/0006-traffic-model.md.
#pragma once

#include "cli/profile/data.hpp"

#include <string>
#include <string_view>

namespace workbook::cli {

// Loads or stores of global memory.
struct GlobalTraffic {
    std::uint64_t requests = 0, sectors = 0, bytes = 0;

    bool any() const { return requests > 0; }
    double each() const { return any() ? double(sectors) / double(requests) : 0; }
    // The fewest sectors that a request's bytes fit in: those of lanes that read one address
    // together fit in fewer still.
    double best() const;
    double wasted() const { return double(sectors) - best() * double(requests); } // sectors
    bool wasteful() const { return any() && each() >= 1.5 * best(); }
};
GlobalTraffic global_traffic(const Counts& counts, std::string_view action); // "load" or "store"

// Shared memory: turns beyond the least that the width needs.
struct SharedTraffic {
    std::uint64_t requests = 0, conflicts = 0, bytes = 0;

    bool any() const { return requests > 0; }
    double each() const { return any() ? double(conflicts) / double(requests) : 0; }
    bool wasteful() const { return any() && each() >= 0.5; }
};
SharedTraffic shared_traffic(const Counts& counts); // loads and stores together

// Atomics in global and shared memory: lanes of the busiest address, or bank, beyond the first.
SharedTraffic atomic_traffic(const Counts& counts);

// Constant memory: addresses of a request beyond the first.
SharedTraffic constant_traffic(const Counts& counts);

// Loads of global memory: how many of the sectors hold what an earlier request has read.
struct RepeatedTraffic {
    std::uint64_t sectors = 0, again = 0;
    std::uint64_t different_bytes = 0;

    bool any() const { return sectors > 0; }
    double percent() const { return any() ? 100.0 * double(again) / double(sectors) : 0; }
    bool wasteful() const { return percent() >= 50; }
};
RepeatedTraffic repeated_traffic(const Counts& counts);

// How many of 32 lanes were active, on average; 0 where nothing ran.
double active_lanes(const Counts& counts);
// How many of a warp's lanes have a thread, on average over the block's warps.
double lanes_with_threads(const Extent& block);

// "4", "4.3", "31.9": whole numbers without a fraction.
std::string short_number(double value);
// "83,456"
std::string grouped(std::uint64_t value);
// "512 bytes", "4 KiB", "1.5 MiB"
std::string spoken_bytes(std::uint64_t bytes);
// "1 sector", "4 sectors", "4.3 sectors"; whole numbers grouped. `plural` where it is not noun + s.
std::string counted(double count, const std::string& noun, const std::string& plural = "");
// The text, or if it is longer, "..." and its end.
std::string cut_to(const std::string& text, std::size_t most);
// "32", "32 x 8"
std::string spoken(const Extent& extent);

} // namespace workbook::cli
