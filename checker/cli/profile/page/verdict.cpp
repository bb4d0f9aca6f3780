// The verdict of a page in one sentence, and its remarks.
#include "cli/profile/choice.hpp"
#include "cli/profile/differences.hpp"
#include "cli/profile/numbers.hpp"
#include "cli/profile/page/parts.hpp"
#include "cli/profile/remarks.hpp"
#include "wire/trace_fields.hpp"

#include <fmt/core.h>

#include <utility>

namespace workbook::cli {

namespace field = wire::trace_field;

namespace {

std::string moved_sentence(const Counts& counts) {
    const GlobalTraffic loads = global_traffic(counts, "load");
    const GlobalTraffic stores = global_traffic(counts, "store");
    if (!loads.any() && !stores.any())
        return fmt::format("{} ran and moved no global memory.",
                           counted(double(counts("warp_instructions")), "warp instruction"));
    const UsedPart moved = used_bytes(counts);
    return fmt::format("{} moved for the {} that the threads asked for.", spoken_bytes(moved.all),
                       spoken_bytes(moved.used));
}

std::string extra_turns(const SharedTraffic& traffic, const char* of_what, const char* why) {
    return fmt::format("{} took {} more than {}, since {}.",
                       counted(double(traffic.requests), of_what),
                       counted(double(traffic.conflicts), "turn"),
                       traffic.requests == 1 ? "the one that it must" : "they must", why);
}

std::string sentence_of(Waste kind, const LaunchProfile& launch) {
    const Counts& counts = launch.totals;
    switch (kind) {
    case Waste::sectors:
        return moved_sentence(counts);
    case Waste::bank_turns: {
        const UsedPart turns = used_turns(counts);
        return fmt::format("Shared memory took {} where {} would do.",
                           counted(double(turns.all), "turn"), grouped(turns.used));
    }
    case Waste::atomics:
        return extra_turns(atomic_traffic(counts), "atomic request",
                           counts("global_atomic_conflicts") >= counts("shared_atomic_conflicts")
                               ? "threads of a warp meet at one address of global memory"
                               : "threads of a warp meet at one address of shared memory");
    case Waste::constants:
        return extra_turns(constant_traffic(counts), "read",
                           "threads of a warp read different addresses of constant memory");
    case Waste::repeated_reads: {
        const RepeatedTraffic reads = repeated_traffic(counts);
        return fmt::format("{} loaded where {} would do: most had been loaded before.",
                           spoken_bytes(32 * reads.sectors), spoken_bytes(reads.different_bytes));
    }
    case Waste::lanes:
        return fmt::format("{} of a warp's 32 lanes worked on average; the others waited.",
                           short_number(active_lanes(counts)));
    case Waste::idle_threads:
        return fmt::format("{} of {} neither loaded nor stored.",
                           grouped(counts(field::idle_threads)),
                           counted(double(launch.grid.count() * launch.block.count()), "thread"));
    case Waste::local:
        return fmt::format(
            "{} moved for arrays and registers of single threads.",
            spoken_bytes(32 * (counts("local_load_sectors") + counts("local_store_sectors"))));
    }
    return moved_sentence(counts);
}

// Whether it is so much of the launch that a reader should begin with it.
bool is_much(Waste kind, const Counts& counts) {
    constexpr double enough = 75; // percent that are used
    switch (kind) {
    case Waste::sectors:
        return used_bytes(counts).percent() < enough;
    case Waste::bank_turns:
        return used_turns(counts).percent() < enough;
    case Waste::lanes:
        return used_lanes(counts).percent() < enough;
    default:
        return true;
    }
}

std::string remark_item(const PageLaunch& shown, const std::string& remark, int line) {
    std::string text = page_text(remark) + ".";
    if (line == 0) return "<li>" + text + "</li>\n";
    return fmt::format("<li><a href=\"#{}\">{}</a></li>\n", line_id(shown, line), text);
}

} // namespace

std::string verdict_sentence(const PageLaunch& shown) {
    for (const FaultProfile& fault : shown.profile().faults)
        if (fault.kernel == shown.launch.kernel) return fault.message + ".";
    const auto remarks = launch_remarks(shown.source(), shown.launch);
    // What the check complains of comes before what costs more and may have to.
    if (const auto failure = failure_told_of(shown.program, shown.launch)) {
        for (const LaunchRemark& remark : remarks)
            if (remark.line == failure->line && is_much(remark.kind, shown.launch.totals))
                return sentence_of(remark.kind, shown.launch);
        return fmt::format("The check names line {}: {}.", failure->line, failure->words);
    }
    for (const LaunchRemark& remark : remarks)
        if (is_much(remark.kind, shown.launch.totals))
            return sentence_of(remark.kind, shown.launch);
    return moved_sentence(shown.launch.totals) +
           (remarks.empty() ? " No waste stands out." : " Little of the launch is wasted.");
}

std::string differences_part(const std::vector<PageLaunch>& programs) {
    if (programs.size() != 2) return "";
    std::vector<LaunchDifference> found[2];
    for (std::size_t i = 0; i < 2; ++i) {
        const PageLaunch &shown = programs[i], &other = programs[1 - i];
        found[i] = launch_differences(shown.source(), shown.launch, other.source(), other.launch);
    }
    const auto has_much = [](const auto& list) { return !list.empty() && !list.front().is_little; };
    const bool is_much = has_much(found[0]) || has_much(found[1]);
    // The program that fails is told of first; if both do or neither, the one that does most more.
    const auto weight = [&](std::size_t i) {
        return std::pair(programs[i].program.result.verdict != passed,
                         found[i].empty() ? 0 : found[i].front().cycles);
    };
    const std::size_t first = weight(1) > weight(0) ? 1 : 0;
    std::string text;
    for (const std::size_t i : {first, 1 - first}) {
        if (found[i].empty() || (is_much && !has_much(found[i]))) continue;
        std::string items;
        for (const LaunchDifference& difference : found[i])
            items += remark_item(programs[i], difference.text, difference.line);
        text += "<p class=\"remarks\">What " + page_text(programs[i].source().label) +
                " does more than " + page_text(programs[1 - i].source().label) +
                (is_much ? "" : ", though it is little of the launch") +
                ":</p>\n<ol class=\"remarks differences\">\n" + items + "</ol>\n";
    }
    return text;
}

std::string remarks_part(const PageLaunch& shown) {
    std::string items;
    for (const LaunchRemark& remark : launch_remarks(shown.source(), shown.launch))
        items += remark_item(shown, remark.text, remark.line);
    const std::string of =
        shown.beside ? "In " + page_text(shown.source().label) + ": " : std::string();
    if (items.empty()) {
        const bool is_blamed = failure_told_of(shown.program, shown.launch).has_value();
        return "<p class=\"remarks\">" + of +
               (is_blamed ? "No other waste stands out.</p>\n" : "No waste stands out.</p>\n");
    }
    return (of.empty() ? "" : "<p class=\"remarks\">" + of + "</p>\n") +
           "<ol class=\"remarks\">\n" + items + "</ol>\n";
}

} // namespace workbook::cli
