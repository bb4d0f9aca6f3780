#include "harness/race_text.hpp"

#include "harness/describe.hpp"
#include "harness/source_text.hpp"
#include "wire/fault_kinds.hpp"
#include "wire/source_files.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <string_view>
#include <utility>
#include <vector>

namespace workbook {
namespace {

// A product of wgmma.
bool is_product(const FaultSite& site) { return site.instruction.starts_with("wgmma."); }

// An asynchronous copy: its instruction stands there, or a function of CUDA's that makes one was
// called.
bool is_copy(const FaultSite& site) {
    if (!site.instruction.empty()) return !is_product(site);
    return std::ranges::any_of(site.frames, [](const SourceFrame& frame) {
        return frame.function.find("cp_async") != std::string::npos ||
               frame.function.find("memcpy_async") != std::string::npos;
    });
}

// A bulk copy to shared memory, which completes on an mbarrier.
bool has_mbarrier(const FaultSite& site) {
    return site.instruction.find("mbarrier::complete_tx") != std::string::npos &&
           site.access != "read";
}

std::string lines_of(const Race& race) {
    const auto [one, other] = std::minmax(race.one->line, race.other->line);
    if (race.in_one_line()) return fmt::format("line {}", one);
    if (race.one->file != race.other->file || one == 0)
        return fmt::format("{} and {}", line_of(*race.one), line_of(*race.other));
    return fmt::format("lines {} and {}", one, other);
}

std::string_view verb(const std::string& access) {
    return access == "read" ? "reads" : access == "write" ? "writes" : "is atomic";
}

std::string coordinates(const Dim3& d) { return fmt::format("({},{},{})", d.x, d.y, d.z); }

// The student's line. If it calls a function of another file that has the access: also its place.
std::string code_of(const FaultSite& site, const SourceFrame& frame) {
    if (std::string code = source_text(frame); !code.empty()) return code;
    for (const SourceFrame& caller : site.frames)
        if (const std::string code = source_text(caller); !code.empty())
            return fmt::format("called from {}: {}", line_of(caller), code);
    return {};
}

// What each party did and where, one line per party.
std::string table_of(const Race& race) {
    struct Row {
        std::string who, where, does, code;
    };
    std::vector<Row> rows;
    for (const auto& [site, frame] :
         {std::pair{&*race.shown->other, race.one}, std::pair{&race.shown->site, race.other}}) {
        std::string who = "thread " + coordinates(site->thread);
        if (!race.in_one_block()) who += " of block " + coordinates(site->block);
        rows.push_back(
            {who, line_of(*frame), std::string(verb(site->access)), code_of(*site, *frame)});
    }
    const auto width = [&](std::string Row::*column) {
        return std::max((rows[0].*column).size(), (rows[1].*column).size());
    };
    std::string text;
    for (const Row& row : rows) {
        text += fmt::format("\n      {:<{}}  {:<{}}  {:<{}}", row.who, width(&Row::who), row.where,
                            width(&Row::where), row.does, width(&Row::does));
        if (!row.code.empty()) text += "  " + row.code;
        while (text.back() == ' ') text.pop_back();
    }
    return text;
}

// The line further down came first, which may be because a loop came around in between.
std::string next_round(const Race& race) {
    if (race.one->file != race.other->file || race.one->line <= race.other->line) return "";
    return fmt::format(", or in a loop between line {} and line {} of the next round",
                       race.one->line, race.other->line);
}

// Advice if a bulk copy or a product runs asynchronously to its thread; otherwise "".
std::string advice_on_asynchronous(const Race& race) {
    if (is_product(*race.shown->other) || is_product(race.shown->site))
        return fmt::format(
            "wgmma reads its tiles until the threads have waited for it: before line "
            "{} fills one again, all of the warpgroup's products that read it must "
            "be committed and waited for (wgmma.commit_group, wgmma.wait_group), and "
            "a barrier or an mbarrier has to tell the thread that fills it",
            is_product(*race.shown->other) ? race.other->line : race.one->line);
    if (has_mbarrier(*race.shown->other) && race.reads)
        return fmt::format(
            "the bytes of the bulk copy of line {} are there when its mbarrier's phase "
            "is over, and a __syncthreads() does not wait for that: each thread that "
            "uses them waits for the mbarrier, or comes after one that has",
            race.one->line);
    if (is_copy(*race.shown->other) || race.in_one_thread())
        return fmt::format("the copy of line {} goes on until its thread has waited for it. Is the "
                           "wait missing, or a commit in front of it, or does it leave too many "
                           "batches open?{}",
                           race.one->line,
                           race.in_one_thread() ? ""
                                                : fmt::format(" Or is a __syncthreads() missing "
                                                              "between the wait and line {}?",
                                                              race.other->line));
    if (is_copy(race.shown->site))
        return fmt::format("the copy of line {} may write as soon as it has begun, and others may "
                           "not be done with what was there: is a __syncthreads() missing between "
                           "{}{}, or does the copy go to the wrong place?",
                           race.other->line, lines_of(race), next_round(race));
    return "";
}

// Advice if one line races with itself, without an atomic.
std::string advice_on_line(const Race& race, const std::string& element) {
    if (race.reads && race.writes_twice)
        return fmt::format(
            "two threads update the same element: each reads {}, computes, and "
            "writes it back, and what the other one wrote meanwhile is lost. If they "
            "add to it: atomicAdd",
            element);
    if (race.reads)
        return std::string("in one line a thread reads what another one writes: if all of them add "
                           "to one element, use atomicAdd; else ") +
               (race.shown->space != "shared" ? "write to another array than the one that is read"
                : race.in_one_warp
                    ? "a __syncwarp() belongs between reading and writing (a __syncthreads() if "
                      "other warps use the element, too), in a loop in every round"
                    : "a __syncthreads() belongs between reading and writing, in a loop in every "
                      "round");
    return fmt::format("both computed the same index and write {}: is the index right? If one "
                       "value is meant for all, let one thread write it",
                       element);
}

std::string advice_on_shared(const Race& race) {
    if (!race.in_one_block())
        return fmt::format("two blocks of a cluster: is a cluster.sync() missing between {}{}? A "
                           "__syncthreads() does not wait for another block",
                           lines_of(race), next_round(race));
    return fmt::format("is a __syncthreads() missing between {}{}{}? Or is an index wrong, so "
                       "that two threads have the same element?",
                       lines_of(race), next_round(race),
                       race.in_one_warp ? ", or, as both threads are in one warp, a __syncwarp()"
                                        : "");
}

std::string advice_on_global(const Race& race) {
    if (race.atomic)
        return "one of the two is atomic, the other one is not: use an atomic operation for both, "
               "or let one kernel come after the other";
    if (race.reads && race.cooperative && !race.in_one_block())
        return "blocks wait for each other at the barrier of the grid alone: does it stand between "
               "the two, and do all threads of all blocks come to it?";
    if (race.reads)
        return std::string(race.in_one_block() ? "" : "blocks do not wait for each other: ") +
               "give each thread an element of its own, write to another array than the one that "
               "is read, or use an atomic operation";
    return "two threads write one element in no order: is the index right? Give each its own, let "
           "one thread alone write it, or use an atomic operation";
}

std::string advice_on(const Race& race) {
    const bool shared = race.shown->space == "shared";
    if (race.unfenced)
        return fmt::format("wgmma and bulk copies go another way to shared memory than threads: "
                           "those that write there execute fence.proxy.async behind {}, and then "
                           "comes the barrier",
                           is_copy(*race.shown->other) ? "the wait for their copies"
                                                       : "their writes");
    if (shared)
        if (std::string advice = advice_on_asynchronous(race); !advice.empty()) return advice;
    const std::string element = race.shown->element.empty() ? "the element" : race.shown->element;
    if (race.in_one_line() && (race.reads || race.writes_twice) && !race.atomic)
        return advice_on_line(race, element);
    return shared ? advice_on_shared(race) : advice_on_global(race);
}

} // namespace

std::string array_in(const DeviceFault& fault) {
    const std::size_t bracket = fault.element.find('[');
    return bracket == std::string::npos ? fault.allocation : fault.element.substr(0, bracket);
}

std::optional<Race> race_in(const DeviceFault& fault) {
    if (fault.kind != name_of(wire::FaultKind::race) || !fault.other || fault.site.access.empty())
        return std::nullopt;
    Race race{.shown = &fault,
              .array = array_in(fault),
              .one = wire::own_frame(fault.other->frames),
              .other = wire::own_frame(fault.site.frames),
              .count = fault.count};
    if (!race.one || !race.other) return std::nullopt;
    const std::string &before = fault.other->access, &after = fault.site.access;
    race.reads = before == "read" || after == "read";
    race.atomic = before == "atomic" || after == "atomic";
    race.writes_twice = !race.reads;
    race.unfenced = fault.message.starts_with("Missing fence.proxy.async");
    return race;
}

std::string topic_of(const Race& race) {
    return fmt::format("the {} on {} at {}{}", race.unfenced ? "missing fence" : "race", race.array,
                       lines_of(race),
                       race.one->file == race.other->file && race.one->line != 0
                           ? " of " + std::string(wire::file_name(race.one->file))
                           : "");
}

std::string text_of(const Race& race) {
    const DeviceFault& fault = *race.shown;
    const bool shared = fault.space == "shared";
    std::string text =
        race.unfenced
            ? "racecheck: Missing fence.proxy.async between a write to shared memory and what "
              "reads it there"
            : fmt::format(
                  "racecheck: Race reported in {} memory: {}", shared ? "shared" : "global",
                  shared && (is_product(fault.site) || is_product(*fault.other))
                      ? "a tile is changed while a wgmma may still read it"
                  : shared && race.in_one_thread()
                      ? "a thread uses an element while a copy of its own is on its way there"
                      : "two threads use one element, and nothing orders them");
    text += fmt::format("\n    {}", fault.element.empty() ? fault.allocation : fault.element);
    if (race.in_one_block()) text += fmt::format(", in block {}", coordinates(fault.site.block));
    text += fmt::format(" of {}", name_without_parameters(fault.site.kernel));
    text += table_of(race);
    if (race.count > 1) text += fmt::format("\n    ({} times at {})", race.count, lines_of(race));
    for (const FaultSite* site : {&fault.site, fault.other ? &*fault.other : nullptr})
        if (site != nullptr && site->line_is_near)
            text += fmt::format("\n    (the {} access is near the line that is named: the compiler "
                                "has merged code of several lines)",
                                site->access);
    if (race.before_written)
        text += fmt::format("\n    (elements of {} were also read before they were written)",
                            race.array);
    return printable(text + "\n    " + advice_on(race), 2000);
}

} // namespace workbook
