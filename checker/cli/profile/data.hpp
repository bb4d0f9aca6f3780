// What a lesson's kernels did, as `check --profile FILE` wrote it (docs/reference/profile.md).
//
// The file came about through a student's process: what is missing or of a wrong type in it is
// taken as nothing, and never believed beyond the page that it is printed on.
#pragma once

#include "cli/profile/array_data.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace workbook::cli {

// Counters by the names of docs/reference/trace.md; one that is not there is 0.
class Counts {
  public:
    std::uint64_t operator()(std::string_view name) const {
        const auto found = values.find(name);
        return found == values.end() ? 0 : found->second;
    }
    std::map<std::string, std::uint64_t, std::less<>> values;
};

// One access of a warp, the costliest of its line.
struct WarpAccess {
    std::string space, action; // "global" or "shared"; "load", "store" or "atomic"
    std::string memory;        // the variable or allocation; may be empty
    std::uint64_t bytes = 0;   // of each lane
    std::uint64_t address = 0; // the lowest
    std::uint64_t cost = 0;
    std::uint64_t block = 0, warp = 0;
    std::array<std::optional<std::uint64_t>, 32> offsets{}; // behind it; nothing: takes no part
};

// Lanes whose addresses lie evenly apart.
struct LaneRun {
    std::uint64_t lane = 0, count = 0;
    std::uint64_t offset = 0; // of the first, behind the lowest address of the warp
    std::int64_t step = 0;
};

struct SampledWarp {
    std::uint64_t block = 0, warp = 0;
    std::uint64_t cost = 0;    // as WarpAccess has it
    std::uint64_t address = 0; // the lowest
    std::vector<LaneRun> runs;
};

// The first accesses of one kind in a line, in their order.
struct AccessSeries {
    std::string space, action, memory; // as WarpAccess has them
    std::uint64_t bytes = 0;           // of each lane
    std::uint64_t count = 0;           // how many there were
    std::vector<SampledWarp> warps;    // those that were kept
};

struct LineProfile {
    std::string file;
    int line = 0;
    Counts counts;
    std::vector<WarpAccess> accesses;
    std::vector<AccessSeries> series{};
};

// Which lanes of one warp were on in the lines, and for how many instructions.
struct LanesOfLine {
    std::string file;
    int line = 0;
    std::vector<std::pair<std::uint32_t, std::uint64_t>> times; // lanes, instructions
};
struct WarpOfLines {
    std::uint64_t block = 0, warp = 0;
    std::uint32_t all = 0; // lanes that have a thread
    std::vector<LanesOfLine> lines;
};

struct Extent {
    std::uint64_t x = 1, y = 1, z = 1;
    std::uint64_t count() const { return x * y * z; }
};

struct LaunchProfile {
    std::uint64_t number = 0; // in the run, from 1
    std::uint64_t call = 0;   // CallProfile::number
    std::string kernel;       // demangled
    Extent grid, block;
    bool ran = false; // it has counters
    Counts totals;
    std::vector<LineProfile> lines;
    std::vector<WarpOfLines> warps{};      // a few
    bool lines_left_out = false;           // there was no room for them
    bool series_left_out = false;          // nor for the series of accesses
    std::optional<ArraysProfile> arrays{}; // where they were asked for
    std::uint64_t size() const { return totals("warp_instructions"); }
};

struct SourcePlace {
    std::string file;
    int line = 0;
};

struct FaultParty {
    std::array<std::uint64_t, 3> block{}, thread{};
    std::string access; // of a race: "read", "write" or "atomic"
};

struct FaultProfile {
    std::string kind, message, kernel;
    std::uint64_t call = 0;
    std::vector<SourcePlace> places; // where it happened; of a race, both sides
    std::string space{}, allocation{};
    std::uint64_t address = 0, size = 0;
    std::int64_t offset = 0; // of the address in the allocation
    FaultParty party{};
    std::optional<FaultParty> other{}; // of a race
};

struct CallProfile {
    std::uint64_t number = 0;
    std::string test_case, function;
    bool returned = false;
    std::uint64_t measured = 0; // how often the check asked for counters of its launches
    bool for_a_promise = false; // a right call once more, in another situation
};

// What a call asked the device for, or waited for: as docs/reference/trace.md has it.
struct OrderEvent {
    std::string type, api, kernel, direction, place;
    std::uint64_t launch = 0; // LaunchProfile::number
    std::uint64_t bytes = 0;
    std::optional<std::uint64_t> stream, event; // 0: a default stream
    std::uint64_t device = 0;
    bool non_blocking = false;
    bool waits = false; // the host, for its end
    std::uint64_t error = 0;
    std::uint64_t graph = 0;          // of which graph launch; 0: of none
    std::uint64_t branch = 0;         // of that
    std::uint64_t node = 0;           // in the graph launch
    std::uint64_t nodes = 0;          // that a graph launch has
    std::vector<std::uint64_t> after; // nodes; of a graph launch: the one before it
};
struct CallOrder {
    std::uint64_t call = 0; // CallProfile::number
    std::vector<OrderEvent> events;
    std::uint64_t left_out = 0; // events, for size
};

struct PtxInstruction {
    std::string file; // of the CUDA source, its last component
    int line = 0;
    std::string text;
};

struct PtxFunction {
    std::string name; // mangled
    std::vector<PtxInstruction> instructions;
};

struct Profile {
    std::vector<CallProfile> calls;
    std::vector<LaunchProfile> launches; // in their order; a very long list has gaps
    std::vector<FaultProfile> faults;
    std::uint64_t launch_count = 0;  // those not in the list, too
    std::vector<PtxFunction> ptx{};  // of the program; may be cut off
    std::vector<CallOrder> orders{}; // of calls that came to an end; a very long list is cut off

    // The call of that number; an empty one if it is not in the list.
    CallProfile call(std::uint64_t number) const;
};

// Nothing if the text is no profile.
std::optional<Profile> read_profile(const std::string& text);

// "transpose_kernel" for "(anonymous namespace)::transpose_kernel(const float *, int)".
std::string short_kernel_name(const std::string& kernel);

// The biggest launch (in warp instructions) of each different kernel, the biggest of them first.
std::vector<const LaunchProfile*> biggest_launches(const Profile& profile);

} // namespace workbook::cli
