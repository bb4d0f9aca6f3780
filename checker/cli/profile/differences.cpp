#include "cli/profile/differences.hpp"

#include "cli/profile/line_pairs.hpp"
#include "cli/profile/numbers.hpp"
#include "cli/profile/remarks.hpp"
#include "cli/profile/weights.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <functional>

namespace workbook::cli {
namespace {

// What is counted, how it is said, and what it weighs.
struct Measure {
    std::uint64_t (*of)(const Counts& counts);
    const char* verb;
    const char* noun;
    const char* plural;
    double cycles;
};

constexpr Measure measures[] = {
    {[](const Counts& counts) { return counts("global_load_sectors"); }, "reads",
     "sector of global memory", "sectors of global memory", cycles_of_one::sector},
    {[](const Counts& counts) { return counts("global_store_sectors"); }, "writes",
     "sector of global memory", "sectors of global memory", cycles_of_one::sector},
    {[](const Counts& counts) { return counts("global_atomic_lanes"); }, "makes",
     "atomic update of global memory", "atomic updates of global memory",
     cycles_of_one::global_atomic},
    {[](const Counts& counts) { return counts("shared_atomic_lanes"); }, "makes",
     "atomic update of shared memory", "atomic updates of shared memory",
     cycles_of_one::shared_atomic},
    {[](const Counts& counts) {
         return counts("shared_load_requests") + counts("shared_store_requests");
     },
     "makes", "request to shared memory", "requests to shared memory", cycles_of_one::turn},
    {[](const Counts& counts) { return shared_traffic(counts).conflicts; }, "takes",
     "extra turn in the banks of shared memory", "extra turns in the banks of shared memory",
     cycles_of_one::turn},
    {[](const Counts& counts) { return constant_traffic(counts).conflicts; }, "takes",
     "extra turn in constant memory", "extra turns in constant memory", cycles_of_one::turn},
    {[](const Counts& counts) {
         return counts("local_load_sectors") + counts("local_store_sectors");
     },
     "moves", "sector of its threads' own memory", "sectors of its threads' own memory",
     cycles_of_one::sector},
    {[](const Counts& counts) { return counts("barriers"); }, "waits at", "barrier of a block",
     "barriers of blocks", cycles_of_one::barrier},
    {[](const Counts& counts) { return counts("warp_instructions"); }, "executes",
     "instruction of a warp", "instructions of warps", cycles_of_one::warp_instruction},
};

// Where the measure is greater by most; a line that both sources have is compared with itself.
int line_of_most(const std::vector<PairedLine>& pairs,
                 const std::map<int, const LineProfile*>& lines,
                 const std::map<int, const LineProfile*>& other_lines, const Measure& measure) {
    const auto counted_in = [&](const std::map<int, const LineProfile*>& of, int line) {
        const auto found = of.find(line);
        return found == of.end() ? 0 : measure.of(found->second->counts);
    };
    int chosen = 0;
    std::uint64_t most = 0;
    for (const PairedLine& pair : pairs) {
        const std::uint64_t own = counted_in(lines, pair.first);
        const std::uint64_t others = counted_in(other_lines, pair.second);
        if (own > others && own - others > most) {
            most = own - others;
            chosen = pair.first;
        }
    }
    return chosen;
}

} // namespace

std::vector<LaunchDifference> launch_differences(const ProgramSource& source,
                                                 const LaunchProfile& launch,
                                                 const ProgramSource& other_source,
                                                 const LaunchProfile& other, std::size_t most) {
    constexpr double more = 1.25;        // times as many
    constexpr double least_share = 0.02; // of the cheaper launch
    const double least = least_share * std::min(cycles_of(launch), cycles_of(other));
    std::vector<std::pair<double, const Measure*>> greater;
    for (const Measure& measure : measures) {
        const double own = double(measure.of(launch.totals));
        const double others = double(measure.of(other.totals));
        const double cost = (own - others) * measure.cycles;
        if (own > others && own >= more * others) greater.emplace_back(cost, &measure);
    }
    if (greater.empty()) return {};
    std::ranges::stable_sort(greater, std::ranges::greater(),
                             &std::pair<double, const Measure*>::first);
    const bool is_little = greater.front().first <= least;
    const auto of_weight =
        std::ranges::count_if(greater, [&](const auto& one) { return one.first > least; });
    greater.resize(is_little ? 1 : std::min(static_cast<std::size_t>(of_weight), most));
    const auto pairs = pair_lines(source.lines, other_source.lines);
    const auto lines = lines_in(source, launch), other_lines = lines_in(other_source, other);
    std::vector<LaunchDifference> told;
    for (const auto& [cost, measure] : greater) {
        const std::uint64_t others = measure->of(other.totals);
        const int line = line_of_most(pairs, lines, other_lines, *measure);
        told.push_back(
            {fmt::format(
                 "{} {}, not {}{}", measure->verb,
                 counted(double(measure->of(launch.totals)), measure->noun, measure->plural),
                 grouped(others),
                 line == 0 ? "" : fmt::format(": most of the difference in line {}", line)),
             line, cost, is_little});
    }
    return told;
}

} // namespace workbook::cli
