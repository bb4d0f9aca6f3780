#include "cli/profile/remarks.hpp"

#include "cli/profile/numbers.hpp"
#include "cli/profile/weights.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace workbook::cli {

namespace field = wire::trace_field;

namespace {

// For a thread that does nothing: its index, a comparison and the way out.
constexpr double instructions_of_idle_thread = 10;

// What is less than this part of the launch is not worth a sentence.
constexpr double least_share = 0.01;

struct WasteRemark {
    double cost = 0;
    std::string text;
    Waste kind = Waste::sectors;
    int line = 0;
};

double cycles_of_launch(const Counts& counts) {
    double sectors = 0;
    for (const char* name : {"global_load_sectors", "global_store_sectors", "global_atomic_sectors",
                             "local_load_sectors", "local_store_sectors"})
        sectors += double(counts(name));
    const SharedTraffic shared = shared_traffic(counts);
    const double turns = double(shared.requests + shared.conflicts) +
                         double(atomic_traffic(counts).conflicts) +
                         double(constant_traffic(counts).conflicts);
    return double(counts("warp_instructions")) * cycles_of_one::warp_instruction +
           sectors * cycles_of_one::sector + turns * cycles_of_one::turn;
}

const char* verb_of(const std::string& action) {
    if (action == "load") return "read";
    return action == "store" ? "write" : "update";
}

const WarpAccess* sample_of(const LineProfile& line, const std::string& space,
                            const std::string& action) {
    const WarpAccess* costliest = nullptr;
    for (const WarpAccess& access : line.accesses)
        if (access.space == space && (action.empty() || access.action == action) &&
            (costliest == nullptr || access.cost > costliest->cost))
            costliest = &access;
    return costliest;
}

void add_uncoalesced(const LineProfile& line, const char* action,
                     std::vector<WasteRemark>& remarks) {
    const GlobalTraffic traffic = global_traffic(line.counts, action);
    if (!traffic.wasteful()) return;
    const WarpAccess* sample = sample_of(line, "global", action);
    const std::string why = sample == nullptr ? "" : describe_addresses(*sample);
    remarks.push_back(
        {traffic.wasted() * cycles_of_one::sector,
         fmt::format("line {} {} {} of global memory for each request of a warp where {} would "
                     "do{}{}",
                     line.line, std::string(action) + "s", counted(traffic.each(), "sector"),
                     short_number(traffic.best()), why.empty() ? "" : ": ", why),
         Waste::sectors, line.line});
}

// ", which are 4 of the 32 banks": where the lanes' first words lie.
std::string banks_of(const WarpAccess& access) {
    std::set<std::uint64_t> banks;
    for (const auto& offset : access.offsets)
        if (offset) banks.insert((access.address + *offset) / 4 % 32);
    if (banks.empty()) return "";
    return banks.size() == 1 ? ", all in one of the 32 banks"
                             : fmt::format(", in {} of the 32 banks", banks.size());
}

void add_bank_conflicts(const LineProfile& line, std::vector<WasteRemark>& remarks) {
    const SharedTraffic traffic = shared_traffic(line.counts);
    if (!traffic.wasteful()) return;
    const WarpAccess* load = sample_of(line, "shared", "load");
    const WarpAccess* store = sample_of(line, "shared", "store");
    const WarpAccess* sample =
        load == nullptr || (store != nullptr && store->cost > load->cost) ? store : load;
    std::string why = sample == nullptr ? "" : describe_addresses(*sample);
    if (!why.empty()) why = ": " + why + banks_of(*sample);
    remarks.push_back({double(traffic.conflicts) * cycles_of_one::turn,
                       fmt::format("line {}: each request to shared memory takes {} more than it "
                                   "must{}",
                                   line.line, counted(traffic.each(), "turn"),
                                   why.empty() ? ", since lanes of a warp want different words of "
                                                 "one bank"
                                               : why),
                       Waste::bank_turns, line.line});
}

void add_atomics(const LineProfile& line, std::vector<WasteRemark>& remarks) {
    const SharedTraffic traffic = atomic_traffic(line.counts);
    if (!traffic.any() || traffic.each() < 4) return;
    const bool shared = line.counts("shared_atomic_requests") > 0;
    remarks.push_back(
        {double(traffic.conflicts) * cycles_of_one::turn,
         fmt::format("line {}: {} of a warp meet at one {} and take turns to update it", line.line,
                     counted(traffic.each() + 1, "thread"),
                     shared ? "address, or bank, of shared memory" : "address"),
         Waste::atomics, line.line});
}

void add_constants(const LineProfile& line, std::vector<WasteRemark>& remarks) {
    const SharedTraffic traffic = constant_traffic(line.counts);
    if (!traffic.wasteful()) return;
    remarks.push_back(
        {double(traffic.conflicts) * cycles_of_one::turn,
         fmt::format("line {}: the threads of a warp read {} of constant memory, one after the "
                     "other; it is made for one address that all threads read",
                     line.line,
                     counted(traffic.each() + 1, "different address", "different addresses")),
         Waste::constants, line.line});
}

// The remark is based on the whole launch: only there it is known whether much is read again.
void add_repeated_reads(const std::map<int, const LineProfile*>& lines, const LaunchProfile& launch,
                        std::vector<WasteRemark>& remarks) {
    const RepeatedTraffic reads = repeated_traffic(launch.totals);
    if (!reads.wasteful()) return;
    const LineProfile* most = nullptr;
    for (const auto& [number, line] : lines)
        if (most == nullptr ||
            repeated_traffic(line->counts).again > repeated_traffic(most->counts).again)
            most = line;
    if (most == nullptr || repeated_traffic(most->counts).again == 0) return;
    const WarpAccess* sample = sample_of(*most, "global", "load");
    const bool one_address =
        sample != nullptr && std::ranges::all_of(sample->offsets, [](const auto& offset) {
            return !offset || *offset == 0;
        });
    remarks.push_back(
        {double(reads.again) * cycles_of_one::repeated_sector,
         fmt::format("line {}: {:.0f}% of what is read here was read before in this launch; {}",
                     most->line, repeated_traffic(most->counts).percent(),
                     one_address ? "all threads of a warp read one address, which constant memory "
                                   "or a register can hold"
                                 : "a register can keep what a thread needs again, shared memory "
                                   "what several threads of a block need; larger blocks or tiles "
                                   "spare what several blocks read"),
         Waste::repeated_reads, most->line});
}

void add_divergence(const LineProfile& line, std::vector<WasteRemark>& remarks) {
    const auto divergent = line.counts("divergent_branches"), branches = line.counts("branches");
    if (4 * divergent < branches) return;
    constexpr double warp_instructions_each = 2; // at least: both sides have an end
    remarks.push_back({double(divergent) * warp_instructions_each * cycles_of_one::warp_instruction,
                       fmt::format("line {}: in {} of {} the threads of a warp go different ways: "
                                   "the warp executes both, one after the other",
                                   line.line, grouped(divergent),
                                   counted(double(branches), "branch", "branches")),
                       Waste::lanes, line.line});
}

void add_idle_threads(const LaunchProfile& launch, std::vector<WasteRemark>& remarks) {
    const auto threads = launch.grid.count() * launch.block.count();
    const auto idle = launch.totals(field::idle_threads);
    // The rest of the last block is no fault of the kernel.
    if (idle < launch.block.count() || 4 * idle < threads || idle >= threads) return;
    remarks.push_back(
        {double(idle) / 32 * instructions_of_idle_thread * cycles_of_one::warp_instruction,
         fmt::format("{} of the {} neither load nor store: the grid or the block is larger than "
                     "the data",
                     grouped(idle), counted(double(threads), "thread")),
         Waste::idle_threads, 0});
}

void add_local(const LineProfile& line, std::vector<WasteRemark>& remarks) {
    const auto sectors = line.counts("local_load_sectors") + line.counts("local_store_sectors");
    if (sectors == 0) return;
    remarks.push_back({double(sectors) * cycles_of_one::sector,
                       fmt::format("line {}: {} of a thread's own memory move, since an array is "
                                   "indexed in a way that the compiler cannot foresee, or there "
                                   "are too few registers",
                                   line.line, counted(double(sectors), "sector")),
                       Waste::local, line.line});
}

// The nearest line above in the same function, or the line itself, whose branches sent lanes of one
// warp different ways. A function is known to end where a line begins with its brace.
int parting_of(const ProgramSource& source, const std::map<int, const LineProfile*>& lines,
               int line) {
    const auto ends_function = [&](int number) {
        const auto index = static_cast<std::size_t>(number) - 1;
        return index < source.lines.size() && source.lines[index].starts_with('}');
    };
    for (int above = line; above > 0 && !ends_function(above); --above) {
        const auto found = lines.find(above);
        if (found != lines.end() && found->second->counts("divergent_branches") > 0) return above;
    }
    return 0;
}

// Lines one after the other with about as few lanes are one matter.
void add_idle_lanes(const ProgramSource& source, const std::map<int, const LineProfile*>& lines,
                    const LaunchProfile& launch, std::vector<WasteRemark>& remarks) {
    const double possible = lanes_with_threads(launch.block);
    double lost = 0, warps = 0, threads = 0;
    int first = 0, last = 0;
    const auto tell = [&] {
        if (first == 0) return;
        const std::string place = first == last ? fmt::format("line {}", first)
                                                : fmt::format("lines {} to {}", first, last);
        const int parting = parting_of(source, lines, first);
        remarks.push_back(
            {lost / 32 * cycles_of_one::warp_instruction,
             fmt::format("{}: {} of 32 in a warp {} part on average{}", place,
                         counted(threads / warps, "thread"),
                         short_number(threads / warps) == "1" ? "takes" : "take",
                         parting == 0 ? "; the others wait"
                                      : fmt::format("; the others wait, since a branch in line {} "
                                                    "sends them another way",
                                                    parting)),
             Waste::lanes, first});
        first = 0;
        lost = warps = threads = 0;
    };
    for (const auto& [number, line] : lines) {
        const double lanes = active_lanes(line->counts);
        const bool few = lanes > 0 && lanes < 0.75 * possible;
        if (few && first != 0 && std::abs(lanes - threads / warps) > 0.25 * lanes) tell();
        if (!few) {
            if (lanes > 0) tell();
            continue;
        }
        if (first == 0) first = number;
        last = number;
        warps += double(line->counts("warp_instructions"));
        threads += double(line->counts("thread_instructions"));
        lost = possible * warps - threads;
    }
    tell();
}

void add_small_blocks(const LaunchProfile& launch, std::vector<WasteRemark>& remarks) {
    const double lanes = lanes_with_threads(launch.block);
    if (lanes >= 24) return;
    remarks.push_back(
        {double(launch.size()) * (32 - lanes) / 32 * cycles_of_one::warp_instruction,
         fmt::format("a block of {} fills only {} of a warp's 32 lanes: its size should be "
                     "a multiple of 32",
                     counted(double(launch.block.count()), "thread"), short_number(lanes)),
         Waste::lanes, 0});
}

// What the kernel's lines waste.
std::vector<WasteRemark> waste_in(const ProgramSource& source, const LaunchProfile& launch) {
    const auto lines = lines_in(source, launch);
    std::vector<WasteRemark> remarks;
    for (const auto& [number, line] : lines) {
        add_uncoalesced(*line, "load", remarks);
        add_uncoalesced(*line, "store", remarks);
        add_bank_conflicts(*line, remarks);
        add_atomics(*line, remarks);
        add_constants(*line, remarks);
        add_local(*line, remarks);
        add_divergence(*line, remarks);
    }
    add_repeated_reads(lines, launch, remarks);
    add_idle_lanes(source, lines, launch, remarks);
    add_idle_threads(launch, remarks);
    return remarks;
}

void drop_what_is_little(std::vector<WasteRemark>& remarks, const LaunchProfile& launch) {
    const double least = least_share * cycles_of_launch(launch.totals);
    std::erase_if(remarks, [&](const WasteRemark& remark) { return remark.cost < least; });
}

} // namespace

std::string describe_addresses(const WarpAccess& access) {
    // How far the next thread's address lies: the distance that is met most often.
    std::map<std::int64_t, int> distances;
    int pairs = 0;
    for (std::size_t lane = 1; lane < access.offsets.size(); ++lane) {
        if (!access.offsets[lane] || !access.offsets[lane - 1]) continue;
        ++pairs;
        ++distances[static_cast<std::int64_t>(*access.offsets[lane] - *access.offsets[lane - 1])];
    }
    if (pairs == 0) return "";
    const auto most = std::ranges::max_element(
        distances, {}, [](const auto& distance) { return distance.second; });
    const auto distance = static_cast<std::uint64_t>(std::abs(most->first));
    const std::string threads =
        fmt::format("neighbouring threads {} addresses ", verb_of(access.action));
    if (2 * most->second <= pairs) return threads + "that lie scattered";
    if (distance != access.bytes)
        return distance == 0 ? "" : threads + fmt::format("{} bytes apart", distance);
    if (most->second < pairs)
        return fmt::format("only about {} neighbouring threads at a time {} addresses side by side",
                           32 / (pairs - most->second + 1), verb_of(access.action));
    return access.address % 32 == 0
               ? ""
               : "the addresses lie side by side, but begin in the middle of a sector";
}

double cycles_of(const LaunchProfile& launch) { return cycles_of_launch(launch.totals); }

double waste_of(const ProgramSource& source, const LaunchProfile& launch) {
    auto remarks = waste_in(source, launch);
    drop_what_is_little(remarks, launch);
    double cycles = 0;
    for (const WasteRemark& remark : remarks) cycles += remark.cost;
    return cycles;
}

std::vector<LaunchRemark> launch_remarks(const ProgramSource& source, const LaunchProfile& launch,
                                         std::size_t most) {
    auto remarks = waste_in(source, launch);
    add_small_blocks(launch, remarks);
    drop_what_is_little(remarks, launch);
    std::ranges::stable_sort(remarks, std::ranges::greater(), &WasteRemark::cost);
    std::vector<LaunchRemark> told;
    for (std::size_t i = 0; i < std::min(most, remarks.size()); ++i)
        told.push_back({std::move(remarks[i].text), remarks[i].kind, remarks[i].line});
    return told;
}

std::vector<std::string> remarks_on(const ProgramSource& source, const LaunchProfile& launch,
                                    std::size_t most) {
    std::vector<std::string> texts;
    for (LaunchRemark& remark : launch_remarks(source, launch, most))
        texts.push_back(std::move(remark.text));
    return texts;
}

} // namespace workbook::cli
