#include "vgpu/observe/race_report.hpp"

#include "vgpu/observe/source_place.hpp"

#include <cstring>
#include <fmt/format.h>
#include <string>
#include <utility>

namespace vgpu::observe {

namespace {

bool writes(const RaceParty& party) { return party.action != isa::MemoryAction::load; }

std::string_view kind_of_access(const RaceParty& party) {
    if (party.action == isa::MemoryAction::load) return "Read";
    return party.action == isa::MemoryAction::store ? "Write" : "Atomic";
}

std::string where(const exec::Site& site) {
    const exec::SourceFrame* frame = frame_to_show(site);
    if (frame == nullptr) return site.kernel + " (no line information)";
    if (frame->line == 0)
        return std::string(workbook::wire::file_name(frame->file)); // made from several lines
    return fmt::format("{}:{}", workbook::wire::file_name(frame->file), frame->line);
}

std::string_view word_for(const RaceParty& party) {
    if (party.action == isa::MemoryAction::load) return "read";
    return party.action == isa::MemoryAction::store ? "write" : "atomic";
}

// What the compiler has merged from several lines has none (`.loc 1 0 0`): then the next one that
// has.
exec::Site site_of(const RaceParty& party) {
    constexpr int most_steps = 8;
    exec::CodePlace place = party.place;
    exec::Site site = place.resolver->site(place, party.warp, party.lane);
    for (int step = 0; step < most_steps; ++step) {
        if (site.frames.empty() || site.frames.front().line != 0) break;
        ++place.pc;
        exec::Site next = place.resolver->site(place, party.warp, party.lane);
        if (next.frames.empty() || next.frames.front().line == 0) continue;
        site.line_is_near = true;
        site.frames = std::move(next.frames);
    }
    return site;
}

std::string coordinates(const exec::Dim3& d) { return fmt::format("({},{},{})", d.x, d.y, d.z); }

} // namespace

exec::Fault race_fault(const RaceParty& earlier, const RaceParty& later, ptx::Space space,
                       std::uint64_t address, int bytes) {
    const exec::SiteResolver& resolver = *later.place.resolver;
    exec::Fault fault;
    fault.kind = exec::FaultKind::race;
    fault.tool = exec::Tool::racecheck;
    fault.site = site_of(later);
    if (earlier.place.resolver != nullptr) fault.other = site_of(earlier);
    fault.site.access = word_for(later);
    fault.other.access = word_for(earlier);
    fault.space = space;
    fault.address = address;
    fault.size = bytes;
    exec::Whereabouts there = resolver.describe(space, address);
    fault.allocation = std::move(there.name);
    fault.offset = static_cast<std::int64_t>(there.offset);

    const std::string_view hazard = !writes(later) ? "RAW" : !writes(earlier) ? "WAR" : "WAW";
    // The write is named first, as compute-sanitizer does.
    const bool later_first = writes(later) && !writes(earlier);
    const RaceParty& a = later_first ? later : earlier;
    const RaceParty& b = later_first ? earlier : later;
    const exec::Site& site_a = later_first ? fault.site : fault.other;
    const exec::Site& site_b = later_first ? fault.other : fault.site;
    fault.message = fmt::format("Race reported between {} access at {} and {} access at {}",
                                kind_of_access(a), where(site_a), kind_of_access(b), where(site_b));
    const bool shared = space == ptx::Space::shared;
    fault.detail = fmt::format(
        "Potential {} hazard detected at {} {:#x}{}{} between thread {} in block {} and "
        "thread {} in block {}",
        hazard, shared ? "__shared__" : "__global__", address,
        fault.allocation.empty() ? "" : " in ", fault.allocation, coordinates(site_a.thread),
        coordinates(site_a.block), coordinates(site_b.thread), coordinates(site_b.block));
    return fault;
}

exec::Fault end_race_fault(const RaceParty& access, std::uint64_t block, std::uint64_t address,
                           int bytes) {
    exec::Fault fault;
    fault.kind = exec::FaultKind::race;
    fault.tool = exec::Tool::racecheck;
    fault.site = site_of(access);
    fault.site.access = word_for(access);
    fault.space = ptx::Space::shared;
    fault.address = address;
    fault.size = bytes;
    exec::Whereabouts there = access.place.resolver->describe(fault.space, address);
    fault.allocation = std::move(there.name);
    fault.offset = static_cast<std::int64_t>(there.offset);
    const std::string owner =
        coordinates(access.place.resolver->site(access.place, {block, 0}, 0).block);
    fault.message = fmt::format("Race reported between {} access at {} and the end of block {}",
                                kind_of_access(access), where(fault.site), owner);
    fault.detail = fmt::format(
        "The access to __shared__ {:#x}{}{} of block {} is by thread {} in block {}, and nothing "
        "orders it before that block's end: the blocks of a cluster have to synchronise before "
        "one ends whose memory others use",
        address, fault.allocation.empty() ? "" : " in ", fault.allocation, owner,
        coordinates(fault.site.thread), coordinates(fault.site.block));
    return fault;
}

std::byte stored_byte(const exec::AccessEvent& event, std::uint32_t lane, std::uint64_t offset) {
    const auto width = static_cast<std::uint64_t>(event.operation->width);
    const void* storage = event.values[offset / width];
    const std::uint64_t within = offset % width;
    // isa/instruction.hpp, lane storage: words, doublewords, or two rows of doublewords.
    std::uint64_t value = 0;
    if (width <= 4)
        value = static_cast<const std::uint32_t*>(storage)[lane];
    else
        value = static_cast<const std::uint64_t*>(storage)[lane + 32 * (within / 8)];
    return static_cast<std::byte>(value >> 8 * (within % 8));
}

} // namespace vgpu::observe
