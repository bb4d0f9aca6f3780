#include "harness/matchers.hpp"

#include "harness/describe.hpp"
#include "harness/notes.hpp"
#include "harness/origins.hpp"
#include "harness/profile_log.hpp"
#include "wire/source_files.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <map>
#include <set>

namespace workbook {
namespace {

// Whether it is known what the device did. A program in which no runtime is loaded did nothing on
// it.
bool inventory_is_known(const Run& run) {
    if (run.record().inventory_known) return true;
    Notes::add(
        "launches, copies and allocations were not checked: this GPU is used without a tracer");
    return false;
}

std::vector<const Launch*> good_launches(const Run& run) {
    std::vector<const Launch*> launches;
    for (const Launch& launch : run.launches())
        if (launch.error == 0) launches.push_back(&launch);
    return launches;
}

std::string refused_note(const Run& run) {
    for (const Launch& launch : run.launches())
        if (launch.error != 0) return "\n" + describe_refused(launch);
    return {};
}

// ", most of it at reverse.cu:12": the line with the largest part of a counter; "" if that is not
// known.
std::string main_line(const std::vector<const Launch*>& launches, const std::string& counter) {
    std::map<std::pair<std::string, int>, std::uint64_t> lines;
    for (const Launch* launch : launches)
        for (const LineCounters& line : launch->lines)
            if (const auto found = line.counters.find(counter); found != line.counters.end())
                lines[{std::string(wire::file_name(line.file)), line.line}] += found->second;
    const auto most =
        std::max_element(lines.begin(), lines.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    if (most == lines.end() || most->second == 0 || most->first.second == 0) return {};
    return fmt::format(", most of it at {}:{}", printable(most->first.first, 100),
                       most->first.second);
}

constexpr double sector_bytes = 32;

std::string names_of(const std::vector<const Launch*>& launches) {
    std::set<std::string> names;
    for (const Launch* launch : launches) names.insert(printable(launch->short_name(), 60));
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
    return text;
}

// What is true of a kernel for which this counter is 0.
std::string does_nothing(std::string_view counter) {
    for (const auto& [begin, what] :
         {std::pair{"global_load", "reads nothing from global memory: what does the work?"},
          {"global_store", "writes nothing to global memory: what does the work?"},
          {"shared_load", "reads nothing from shared memory"},
          {"shared_store", "writes nothing to shared memory"}})
        if (counter.starts_with(begin)) return what;
    return "does nothing of what is counted here";
}

// " (square.cu:31, square.cu:40)", each once.
std::string list_places(std::vector<std::string> places) {
    std::sort(places.begin(), places.end());
    places.erase(std::unique(places.begin(), places.end()), places.end());
    std::erase(places, "");
    if (places.empty()) return {};
    if (places.size() > 8) {
        places.resize(8);
        places.emplace_back("...");
    }
    return fmt::format(" ({})", printable(fmt::to_string(fmt::join(places, ", ")), 400));
}

} // namespace

bool RunMatcher::fails(Verdict verdict, std::string text, std::string topic) const {
    if (!counts(verdict)) return true;
    text_ = text;
    Findings::add({verdict, std::move(text), std::move(topic)});
    return false;
}

bool Completed::match(const Run& run) const {
    const std::vector<Finding>& problems = run.record().problems;
    for (const Finding& problem : problems) fails(problem.verdict, problem.text, problem.topic);
    return problems.empty();
}

bool OutputMatcher::match(const Run& run) const {
    if (!run.record().returned_normally) return Completed().match(run);
    std::optional<std::string> problem = diagnose(run.record(), expectation_);
    if (!problem) return true;
    if (expectation_.sums && counts(Verdict::wrong_answer))
        if (const std::string why = explain_sum(run.record(), expectation_); !why.empty())
            *problem += "\n    " + why;
    return fails(Verdict::wrong_answer, *problem);
}

bool Launched::match(const Run& run) const {
    if (!inventory_is_known(run)) return true;
    const auto launches = good_launches(run);
    if (launches.size() == count_) return true;
    std::string names;
    for (std::size_t i = 0; i < launches.size() && i < 8; ++i)
        names += (i == 0 ? ": " : ", ") + printable(launches[i]->short_name(), 60);
    if (launches.size() > 8) names += ", ...";
    return fails(
        Verdict::requirement,
        fmt::format("{} launched by {}(){}; {} asked for{}",
                    launches.empty()       ? "no kernel was"
                    : launches.size() == 1 ? "1 kernel was"
                                           : fmt::format("{} kernels were", launches.size()),
                    run.record().function, names,
                    count_ == 1 ? "1 is" : fmt::format("{} are", count_), refused_note(run)));
}

bool LaunchedWith::match(const Run& run) const {
    if (!inventory_is_known(run)) return true;
    const auto launches = good_launches(run);
    auto shape = [](const Dim3& grid, const Dim3& block) {
        return fmt::format("grid {} and block {}", to_text(grid), to_text(block));
    };
    if (launches.empty())
        return fails(Verdict::requirement,
                     fmt::format("no kernel was launched by {}(); one with {} is asked for{}",
                                 run.record().function, shape(grid_.dim, block_.dim),
                                 refused_note(run)));
    const Launch& launch = *launches.front();
    if (launch.grid != grid_.dim || launch.block != block_.dim)
        return fails(Verdict::requirement,
                     fmt::format("{} was launched with {}; {} is asked for",
                                 printable(launch.short_name(), 100),
                                 shape(launch.grid, launch.block), shape(grid_.dim, block_.dim)));
    if (shared_ && launch.dynamic_shared_bytes != shared_->bytes)
        return fails(
            Verdict::requirement,
            fmt::format("{} was launched with {} of dynamic shared memory; {} asked for (the third "
                        "number in <<< >>>, in bytes)",
                        printable(launch.short_name(), 100),
                        plural(launch.dynamic_shared_bytes, "byte", "bytes"),
                        shared_->bytes == 1 ? "1 is" : fmt::format("{} are", shared_->bytes)));
    return true;
}

bool InBlocks::match(const Run& run) const {
    if (!inventory_is_known(run)) return true;
    const auto blocks_of = [](const Launch* launch) {
        return std::uint64_t{launch->grid.x} * launch->grid.y * launch->grid.z;
    };
    const auto launches = good_launches(run);
    const auto largest = std::ranges::max_element(launches, {}, blocks_of);
    const std::string wanted = fmt::format("a block for each {} is asked for, {} of them{}", each_,
                                           fewest_, refused_note(run));
    if (largest == launches.end())
        return fails(Verdict::requirement, fmt::format("no kernel was launched by {}(); {}",
                                                       run.record().function, wanted));
    if (blocks_of(*largest) >= fewest_) return true;
    return fails(Verdict::requirement,
                 fmt::format("{} was launched with {}; {}",
                             printable((*largest)->short_name(), 100),
                             plural(blocks_of(*largest), "block", "blocks"), wanted));
}

bool Copied::match(const Run& run) const {
    if (!inventory_is_known(run)) return true;
    std::uint64_t copies = 0, bytes = 0;
    std::vector<std::string> places; // of what is counted
    for (const Copy& copy : run.copies())
        if (copy.error == 0 && copy.direction == direction_) {
            ++copies;
            bytes += copy.bytes;
            places.push_back(copy.place);
        }
    if (unit_ == Unit::copies && copies != amount_)
        return fails(Verdict::requirement,
                     fmt::format("{}() made {} from {}{}; {} asked for", run.record().function,
                                 copies == 0 ? "no copy" : plural(copies, "copy", "copies"),
                                 name_of(direction_), list_places(std::move(places)),
                                 amount_ == 0   ? std::string("none is")
                                 : amount_ == 1 ? std::string("1 is")
                                                : fmt::format("{} are", amount_)));
    if (unit_ == Unit::bytes && bytes != amount_)
        return fails(
            Verdict::requirement,
            fmt::format(
                "{}() copied {} from {}{}; {} asked for{}", run.record().function,
                plural(bytes, "byte", "bytes"), name_of(direction_), list_places(std::move(places)),
                amount_ == 1 ? std::string("1 is") : fmt::format("{} are", amount_),
                bytes > 0 && bytes < amount_ ? ": sizes are counted in bytes (sizeof)" : ""));
    return true;
}

bool LaunchedCooperatively::match(const Run& run) const {
    if (!run.record().trace.is_virtual) return true;
    for (const Launch* launch : good_launches(run))
        if (!launch->cooperative)
            return fails(Verdict::requirement,
                         fmt::format("{} was launched by an ordinary launch: nothing says that all "
                                     "of its blocks are on the device at once, so that they can "
                                     "wait for each other. cudaLaunchCooperativeKernel does",
                                     printable(launch->short_name(), 60)));
    return true;
}

bool LaunchedWithoutWaiting::match(const Run& run) const {
    if (!inventory_is_known(run)) return true;
    const auto launches = good_launches(run);
    for (const Wait& wait : run.waits()) {
        const Launch* before = nullptr;
        const Launch* after = nullptr;
        for (const Launch* launch : launches) {
            if (launch->order < wait.order) before = launch;
            if (launch->order > wait.order && !after) after = launch;
        }
        if (!before || !after) continue;
        return fails(Verdict::requirement,
                     fmt::format("the host waited between two launches: {} stands after {} and "
                                 "before {}. Kernels in one stream run one after the other anyway",
                                 describe_call(wait), printable(before->short_name(), 60),
                                 printable(after->short_name(), 60)));
    }
    return true;
}

bool AllocatedNothing::match(const Run& run) const {
    if (!inventory_is_known(run)) return true;
    for (const Allocation& free : run.frees())
        if (free.error == 0 && free.address != 0)
            return fails(Verdict::requirement,
                         fmt::format("{}() freed memory ({}): it was to free none",
                                     run.record().function, describe_call(free)));
    for (const Allocation& allocation : run.allocations())
        if (allocation.error == 0 && allocation.bytes != 0)
            return fails(Verdict::requirement,
                         fmt::format("{}() allocated {} ({}): it was to allocate none",
                                     run.record().function,
                                     plural(allocation.bytes, "byte", "bytes"),
                                     describe_call(allocation)));
    return true;
}

bool FreedEverything::match(const Run& run) const {
    if (!inventory_is_known(run)) return true;
    // An address may be given out again after it was freed: count, do not look for membership.
    std::map<std::uint64_t, int> frees;
    for (const Allocation& free : run.frees())
        if (free.error == 0) ++frees[free.address];
    std::uint64_t count = 0, leaked = 0, leaked_bytes = 0;
    const Allocation* first = nullptr;
    for (const Allocation& allocation : run.allocations()) {
        if (allocation.error != 0) continue;
        ++count;
        if (frees[allocation.address]-- > 0 || allocation.bytes == 0) continue;
        ++leaked;
        leaked_bytes += allocation.bytes;
        if (!first) first = &allocation;
    }
    if (!first) return true;
    if (leaked == 1)
        return fails(Verdict::requirement,
                     fmt::format("{} of {}{} was never freed", printable(first->api, 40),
                                 plural(first->bytes, "byte", "bytes"), in_place(first->place)));
    return fails(
        Verdict::requirement,
        fmt::format(
            "{} of {} allocations were never freed, {} bytes in all; the first is {} of {}{}",
            leaked, count, leaked_bytes, printable(first->api, 40),
            plural(first->bytes, "byte", "bytes"), in_place(first->place)));
}

Traffic Traffic::of_kernel(std::string name) const {
    Traffic copy = *this;
    copy.kernel_ = std::move(name);
    return copy;
}

// "1,114,112", "4.3": a count in full, a mean by its first digits.
static std::string measured(double value) {
    constexpr double most_whole = 9e15;
    if (value != std::floor(value) || std::abs(value) > most_whole)
        return std::abs(value) < 1000 ? fmt::format("{:.4g}", value) : measured(std::round(value));
    std::string text = fmt::format("{:.0f}", value);
    for (std::size_t at = text.size(); at > 3 && text[at - 4] != '-'; at -= 3)
        text.insert(at - 3, ",");
    return text;
}

// Says how many times a large value exceeds the limit, which is hard to see from two large numbers.
static std::string times_as_many(double value, double limit) {
    constexpr double large = 1000;
    if (limit <= 0 || value < large || value < 2 * limit) return {};
    return fmt::format(": {:.3g} times too many", value / limit);
}

bool Traffic::match(const Run& run) const {
    if (!run.record().on_virtual_gpu) {
        Notes::add("memory traffic was not measured: that takes the virtual GPU "
                   "(WORKBOOK_DEVICE=virtual)");
        return true;
    }
    profile_log::note_measured(run.record());
    double amount = 0, divisor = per_.counter.empty() ? per_.number : 0;
    std::vector<const Launch*> launches;
    for (const Launch* launch : good_launches(run)) {
        if (launch->kernel.find(kernel_) == std::string::npos) continue;
        launches.push_back(launch);
        amount += static_cast<double>(launch->counter(counter_));
        if (!per_.counter.empty()) divisor += static_cast<double>(launch->counter(per_.counter));
    }
    if (launches.empty())
        return fails(
            Verdict::requirement,
            fmt::format("no kernel was launched by {}(), so there is no traffic to measure",
                        run.record().function));
    auto words = [](std::string counter) {
        std::replace(counter.begin(), counter.end(), '_', ' ');
        return counter;
    };
    if (divisor == 0) // `why_` is about how it reads, which says nothing of one that does not
        return fails(Verdict::requirement,
                     fmt::format("{} {}\n(measured: no {} at all)", names_of(launches),
                                 does_nothing(per_.counter), words(per_.counter)));
    const double value = amount / divisor;
    if (value >= bound_.low && value <= bound_.high) return true;
    if (counter_.ends_with("_sectors") && per_.counter.ends_with("_bytes"))
        return fails(value > bound_.high ? Verdict::too_much_traffic : Verdict::requirement,
                     fmt::format("{}\n(measured: {:.3g} bytes are moved for each byte that the "
                                 "threads ask for{}; at most {:.3g} are let pass)",
                                 why_, value * sector_bytes, main_line(launches, counter_),
                                 bound_.high * sector_bytes));
    const std::string unit = !per_.counter.empty()
                                 ? " per " + words(per_.counter).substr(0, per_.counter.size() - 1)
                             : per_.unit.empty() ? std::string()
                                                 : " per " + per_.unit;
    const bool too_much = value > bound_.high;
    const double limit = too_much ? bound_.high : bound_.low;
    return fails(too_much ? Verdict::too_much_traffic : Verdict::requirement,
                 fmt::format("{}\n(measured: {} {}{}{}; at {} {} {} asked for{})", why_,
                             measured(value), words(counter_), unit,
                             too_much ? main_line(launches, counter_) : std::string(),
                             too_much ? "most" : "least", measured(limit),
                             limit == 1 ? "is" : "are", times_as_many(value, limit)));
}

} // namespace workbook
