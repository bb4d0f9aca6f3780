#include "vgpu/observe/work_races.hpp"

#include "vgpu/observe/race_report.hpp"
#include "vgpu/observe/source_place.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <utility>

namespace vgpu::observe {

namespace {

constexpr unsigned bytes_bits = 4; // of an entry
constexpr std::uint32_t most_parties = 1u << (32 - bytes_bits);

std::uint32_t party_in(std::uint32_t entry) { return entry >> bytes_bits; }
std::uint32_t bytes_in(std::uint32_t entry) { return entry & 15; }

} // namespace

WorkRaces::Work WorkRaces::work_of(const exec::WorkInfo& info) {
    const auto [name, is_new] =
        known_names_.try_emplace(info.name, static_cast<std::uint32_t>(names_.size()));
    if (is_new) names_.push_back(info.name);
    return {info.queue, name->second, info.number};
}

void WorkRaces::work(const exec::WorkInfo& info) {
    active_ = true;
    works_.push_back(work_of(info));
    after_ = info.after;
    frees_ = info.frees;
    parties_of_launch_.clear();
    unborn_.clear();
    for (const auto& [address, birth] : births_)
        if (!ordered(birth.work)) unborn_.push_back(birth);
}

void WorkRaces::birth(const exec::WorkInfo& info, std::uint64_t address, std::uint64_t bytes) {
    births_[address] = {address, address + bytes, work_of(info)};
}

void WorkRaces::launch_begin(const exec::LaunchInfo& launch) {
    kernel_ = launch.kernel;
    parties_of_launch_.clear(); // places are numbered anew
}

WorkRaces::Cell* WorkRaces::cell(std::uint64_t address) {
    const std::uint64_t in_region = address & (RegionMap<Region>::region_bytes - 1);
    ZeroMemory& page = regions_.get(address).pages[in_region >> page_bits];
    if (page.words() == nullptr) {
        if (is_full()) return nullptr;
        ++pages_;
        page = ZeroMemory(page_memory);
    }
    return reinterpret_cast<Cell*>(page.words()) + address / 4 % cells;
}

// Who gets the memory next does not meet those who had it before.
void WorkRaces::free(std::uint64_t address, std::uint64_t bytes) {
    const std::uint64_t end = address + bytes;
    births_.erase(address);
    std::uint32_t party = 0;
    if (std::exchange(frees_, false))
        party = add_party(
            {.work = static_cast<std::uint32_t>(works_.size() - 1), .writes = true, .frees = true});
    while (active_ && address < end) {
        const std::uint64_t next = ((address >> page_bits) + 1) << page_bits;
        if (const Region* region = regions_.find(address)) {
            const std::uint64_t in_region = address & (RegionMap<Region>::region_bytes - 1);
            if (auto* page = reinterpret_cast<Cell*>(region->pages[in_region >> page_bits].words()))
                free_cells(page, address, std::min(next, end), party);
        }
        address = next;
    }
    if (party != 0) log_.flush();
}

// `party`: the piece of work that frees; 0: the host does, when all is done.
void WorkRaces::free_cells(Cell* page, std::uint64_t begin, std::uint64_t end,
                           std::uint32_t party) {
    for (std::uint64_t at = begin; at < end; at += 4) {
        Cell& cell = page[at / 4 % cells];
        if (party != 0)
            for (const Entry user : {cell.write, cell.first, cell.second})
                if (user != 0) conflict({party, at, 15, nullptr, 0}, user);
        cell = Cell{};
    }
}

std::uint32_t WorkRaces::add_party(const Party& party) {
    if (parties_.size() == most_parties) return 0;
    parties_.push_back(party);
    return static_cast<std::uint32_t>(parties_.size() - 1);
}

// Places are told while their launch runs and their module is there.
std::uint32_t WorkRaces::site_of(const exec::CodePlace& place) {
    const std::string key = fmt::format("{}|{}|{}|{}", kernel_, place.function, place.pc,
                                        static_cast<const void*>(place.resolver));
    const auto [known, is_new] =
        known_sites_.try_emplace(key, static_cast<std::uint32_t>(sites_.size()));
    if (is_new) {
        sites_.push_back(place.resolver->site(place, {}, 0));
        sites_.back().thread_known = false;
    }
    return known->second;
}

std::uint32_t WorkRaces::party_of(const Access& access) {
    const auto [at, is_new] = parties_of_launch_.try_emplace(access.place, 0);
    if (is_new) {
        Party party;
        party.work = static_cast<std::uint32_t>(works_.size() - 1);
        party.site = site_of(access.event.place);
        party.writes = !access.loads();
        party.strong = access.updates() || access.event.operation->ordering != isa::Ordering::weak;
        at->second = add_party(party);
    }
    return at->second;
}

void WorkRaces::host_access(const exec::HostAccess& access) {
    if (!active_) return;
    Party party;
    party.work = static_cast<std::uint32_t>(works_.size() - 1);
    party.writes = access.writes;
    const std::uint32_t number = add_party(party);
    for (std::uint64_t row = 0; row < access.rows; ++row) {
        std::uint64_t address = access.address + row * access.pitch;
        const std::uint64_t end = address + access.bytes;
        check_birth({number, address, 15, nullptr, 0}, address, access.bytes);
        while (address < end) {
            const std::uint64_t next = std::min(address / 4 * 4 + 4, end);
            const std::uint32_t bytes = ((1u << (next - address)) - 1) << address % 4;
            enter({number, address / 4 * 4, bytes, nullptr, 0});
            address = next;
        }
    }
    log_.flush();
}

void WorkRaces::access(const Access& access) {
    const exec::AccessEvent& event = access.event;
    if (!active_ || event.space != ptx::Space::global ||
        event.operation->action == isa::MemoryAction::prefetch)
        return;
    Now now{party_of(access), 0, 0, &access, 0};
    if (now.party == 0) return;
    std::uint32_t mask = event.mask;
    if (access.uniform) mask &= ~mask + 1;
    for (; mask != 0; mask &= mask - 1) {
        now.lane = std::countr_zero(mask);
        const std::uint64_t begin = event.addresses[now.lane];
        now.address = begin;
        check_birth(now, begin, static_cast<std::uint64_t>(event.bytes));
        if (event.bytes < 4) { // aligned: within one cell
            now.address = begin / 4 * 4;
            now.bytes = ((1u << event.bytes) - 1) << begin % 4;
            enter(now);
            continue;
        }
        now.bytes = 15;
        for (int offset = 0; offset < event.bytes; offset += 4) {
            now.address = begin + static_cast<std::uint64_t>(offset);
            enter(now);
        }
    }
}

bool WorkRaces::ordered(const Work& before) const {
    if (before.queue == works_.back().queue) return true;
    return before.queue < after_.size() && after_[before.queue] >= before.number;
}

void WorkRaces::enter(const Now& now) {
    Cell* const cell = this->cell(now.address);
    if (cell == nullptr) return;
    const Party& me = parties_[now.party];
    if ((bytes_in(cell->write) & now.bytes) != 0) conflict(now, cell->write);
    if (me.writes)
        for (const Entry other : {cell->first, cell->second})
            if ((bytes_in(other) & now.bytes) != 0) conflict(now, other);

    const Entry mine = now.party << bytes_bits | now.bytes;
    if (me.writes) {
        const bool merges = party_in(cell->write) == now.party;
        cell->write = merges ? cell->write | now.bytes : mine;
        return;
    }
    // Whoever races with a reader that comes before this one races with this one too.
    const auto replaceable = [&](Entry entry) {
        return entry == 0 || ordered(parties_[party_in(entry)]);
    };
    if (party_in(cell->first) == now.party)
        cell->first |= now.bytes;
    else if (replaceable(cell->first))
        cell->first = mine;
    else if (replaceable(cell->second))
        cell->second = mine;
}

bool WorkRaces::stores_what_is_there(const Now& now) const {
    if (now.access == nullptr || !now.access->stores()) return false;
    const exec::AccessEvent& event = now.access->event;
    if (event.values == nullptr || event.to_host == 0) return false;
    const auto lane = static_cast<std::uint32_t>(now.lane);
    for (std::uint64_t i = 0; i < 4; ++i) {
        if ((now.bytes >> i & 1) == 0) continue;
        const std::byte mine = stored_byte(event, lane, now.address + i - event.addresses[lane]);
        const auto there = static_cast<std::uintptr_t>(now.address + i) +
                           static_cast<std::uintptr_t>(event.to_host);
        if (*reinterpret_cast<const std::byte*>(there) != mine) return false;
    }
    return true;
}

void WorkRaces::check_birth(const Now& now, std::uint64_t address, std::uint64_t bytes) {
    for (std::size_t i = 0; i < unborn_.size(); ++i) {
        const Birth& birth = unborn_[i];
        if (address >= birth.end || address + bytes <= birth.begin) continue;
        log_.add(1ull << 63 | std::uint64_t{i} << 32 | now.party, [&] {
            exec::Fault fault = fault_of(now);
            fault.message = fmt::format("Race reported between the allocation by {} and {}",
                                        names_[birth.work.name], words(parties_[now.party]));
            fault.detail = fmt::format(
                "Potential use before allocation detected at __global__ {:#x}{}{}: nothing orders "
                "the two (use the memory in the stream that allocates it, or record an event there "
                "and let the other stream wait for it)",
                now.address, fault.allocation.empty() ? "" : " in ", fault.allocation);
            return fault;
        });
    }
}

// Without words.
exec::Fault WorkRaces::fault_of(const Now& now) const {
    exec::Fault fault;
    fault.kind = exec::FaultKind::race;
    fault.tool = exec::Tool::racecheck;
    fault.space = ptx::Space::global;
    fault.address = now.address;
    fault.size = now.access == nullptr ? 4 : now.access->event.bytes;
    if (now.access == nullptr) return fault;
    const exec::AccessEvent& event = now.access->event;
    fault.site = event.place.resolver->site(event.place, event.warp, now.lane);
    exec::Whereabouts there = event.place.resolver->describe(ptx::Space::global, now.address);
    fault.allocation = std::move(there.name);
    fault.offset = static_cast<std::int64_t>(there.offset);
    return fault;
}

// "Write access at a.cu:12 by kernel fill(int *) in stream 2"
std::string WorkRaces::words(const Party& party) const {
    if (party.frees) return fmt::format("the free by {}", names_[works_[party.work].name]);
    const exec::SourceFrame* frame = frame_to_show(sites_[party.site]);
    return fmt::format(
        "{} access {}by {}",
        !party.writes  ? "Read"
        : party.strong ? "Atomic"
                       : "Write",
        frame == nullptr ? "" : fmt::format("at {}:{} ", file_name(frame->file), frame->line),
        names_[works_[party.work].name]);
}

void WorkRaces::conflict(const Now& now, Entry earlier_entry) {
    const std::uint32_t earlier_number = party_in(earlier_entry);
    if (earlier_number == now.party) return;
    const Party& me = parties_[now.party];
    const Party& earlier = parties_[earlier_number];
    if (ordered(earlier) || (me.strong && earlier.strong)) return;
    if (earlier.writes && !earlier.strong && stores_what_is_there(now)) return;
    log_.add(std::uint64_t{earlier_number} << 32 | now.party, [&] {
        exec::Fault fault = fault_of(now);
        fault.other = sites_[earlier.site];
        // The write is named first.
        const bool later_first = me.writes && !earlier.writes && !me.frees;
        fault.message =
            fmt::format("Race reported between {} and {}", words(later_first ? me : earlier),
                        words(later_first ? earlier : me));
        const std::string_view hazard = me.frees          ? "use after free"
                                        : !me.writes      ? "RAW hazard"
                                        : !earlier.writes ? "WAR hazard"
                                                          : "WAW hazard";
        fault.detail = fmt::format(
            "Potential {} detected at __global__ {:#x}{}{}: nothing orders the two (put them in "
            "one stream, or record an event after one and let the other's stream wait for it)",
            hazard, now.address, fault.allocation.empty() ? "" : " in ", fault.allocation);
        return fault;
    });
}

} // namespace vgpu::observe
