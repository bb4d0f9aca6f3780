#include "vgpu/observe/work_races.hpp"

#include "vgpu/observe/race_report.hpp"
#include "vgpu/observe/source_place.hpp"

#include <algorithm>
#include <bit>
#include <fmt/format.h>
#include <utility>

namespace vgpu::observe {

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
    if (info.is_in_tree) {
        if (info.grid == 0) {
            ++trees_;
            tree_party_ = static_cast<std::uint32_t>(parties_.size());
        }
        works_.back().tree = trees_;
        works_.back().grid = info.grid;
        tree_.begin_grid(info.grid, info.launches_grids);
    } else {
        tree_.leave_tree();
    }
    note_order();
    frees_ = info.frees;
    parties_of_launch_.clear();
    unborn_.clear();
    for (const auto& [address, birth] : births_)
        if (!ordered(birth.work)) unborn_.push_back(birth);
}

void WorkRaces::note_order() {
    const Work& work = works_.back();
    const auto party = static_cast<std::uint32_t>(parties_.size());
    if (starts_.size() <= work.queue) starts_.resize(work.queue + std::size_t{1});
    starts_[work.queue].push_back({work.number, party});
    std::uint32_t floor = party;
    for (std::size_t queue = 0; queue < starts_.size(); ++queue) {
        if (queue == work.queue) continue;
        const std::uint64_t known = queue < after_.size() ? after_[queue] : 0;
        const auto unknown = std::ranges::upper_bound(starts_[queue], known, {}, &Start::number);
        if (unknown != starts_[queue].end()) floor = std::min(floor, unknown->party);
    }
    if (work.grid != 0) floor = std::min(floor, tree_party_);
    floor_ = floor << WorkShadow::bytes_bits;
    own_ = party << WorkShadow::bytes_bits;
    if (work.tree == 0) return;
    // What has run since the grid in front of a tail launch began counts as that grid's own work.
    if (work.grid == 0) own_of_grids_.clear();
    if (const auto before = tree_.tail_of()) own_ = own_of_grids_[*before];
    own_of_grids_[work.grid] = own_;
}

void WorkRaces::birth(const exec::WorkInfo& info, std::uint64_t address, std::uint64_t bytes) {
    births_[address] = {address, address + bytes, work_of(info)};
}

void WorkRaces::launch_begin(const exec::LaunchInfo& launch) {
    kernel_ = launch.kernel;
    parties_of_launch_.clear(); // places are numbered anew
}

// The next owner of the memory does not race with the one before.
void WorkRaces::free(std::uint64_t address, std::uint64_t bytes) {
    births_.erase(address);
    const bool by_work = std::exchange(frees_, false); // otherwise by the host, when all is done
    if (!active_) return;
    const std::uint32_t party =
        by_work ? add_party({.work = static_cast<std::uint32_t>(works_.size() - 1),
                             .writes = true,
                             .frees = true})
                : 0;
    shadow_.visit(address, address + bytes, [&](Cell& cell, std::uint64_t at, Entry, bool is_last) {
        for (const Entry user : {cell.write, cell.first, cell.second}) {
            if (party == 0 || is_before(user)) continue;
            if (!is_last) return false;
            conflict({party, at, WorkShadow::all_bytes, nullptr, 0}, user);
        }
        cell = Cell{};
        return true;
    });
    if (party != 0) log_.flush();
}

std::uint32_t WorkRaces::add_party(const Party& party) {
    if (parties_.size() == WorkShadow::most_parties) return 0;
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
    if (access.event.operation->ordering >= isa::Ordering::release) tree_.fence(access.event.warp);
    const std::uint32_t segment = tree_.segment_of(access.event.warp);
    const auto [at, is_new] =
        parties_of_launch_.try_emplace(std::uint64_t{segment} << 32 | access.place, 0);
    if (is_new) {
        Party party;
        party.work = static_cast<std::uint32_t>(works_.size() - 1);
        party.site = site_of(access.event.place);
        party.segment = segment;
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
    if (number == 0) return;
    for (std::uint64_t row = 0; row < access.rows; ++row) {
        const std::uint64_t begin = access.address + row * access.pitch;
        const Now now{number, begin, WorkShadow::all_bytes, nullptr, 0};
        check_birth(now, begin, access.bytes);
        enter(now, begin, begin + access.bytes);
    }
    log_.flush();
}

bool WorkRaces::settles(const Shape& shape, std::uint64_t first) {
    shadow_.prefetch(shape.soon);
    const auto bytes = static_cast<std::uint64_t>(shape.bytes);
    return shape.each_part(first, [&](unsigned, unsigned lanes, std::uint64_t begin, bool is_row) {
        return settle_all(shape.work_party, begin, begin + (is_row ? lanes * bytes : bytes));
    });
}

// Lanes side by side are entered together, or else one by one.
void WorkRaces::access(const Access& access) {
    const exec::AccessEvent& event = access.event;
    if (!active_ || event.space != ptx::Space::global ||
        event.operation->action == isa::MemoryAction::prefetch)
        return;
    Now now{party_of(access), 0, 0, &access, 0};
    access.shape.work_party = now.party;
    if (now.party == 0) return;
    const auto bytes = static_cast<std::uint64_t>(event.bytes);
    std::uint32_t mask = event.mask;
    if (access.uniform) mask &= ~mask + 1;
    while (mask != 0) {
        const int first = std::countr_zero(mask);
        int end = first + 1;
        while (end < 32 && (mask >> end & 1) != 0 &&
               event.addresses[end] == event.addresses[end - 1] + bytes)
            ++end;
        if (!settle_all(now.party, event.addresses[first], event.addresses[end - 1] + bytes))
            for (int l = first; l < end; ++l) lane(now, l);
        mask = end == 32 ? 0 : mask >> end << end;
    }
}

void WorkRaces::lane(Now& now, int lane) {
    const exec::AccessEvent& event = now.access->event;
    const auto bytes = static_cast<std::uint64_t>(event.bytes);
    now.lane = lane;
    now.address = event.addresses[lane];
    check_birth(now, now.address, bytes);
    enter(now, now.address, now.address + bytes);
}

bool WorkRaces::settle_all(std::uint32_t party, std::uint64_t begin, std::uint64_t end) {
    if (!is_born(begin, end)) return false;
    const Entry mine = party << WorkShadow::bytes_bits;
    const bool writes = parties_[party].writes;
    return shadow_.visit(begin, end, [&](Cell& cell, std::uint64_t, Entry bytes, bool) {
        return settle(cell, mine | bytes, writes);
    });
}

void WorkRaces::enter(const Now& now, std::uint64_t begin, std::uint64_t end) {
    const Entry mine = now.party << WorkShadow::bytes_bits;
    const bool writes = parties_[now.party].writes;
    shadow_.visit(begin, end, [&](Cell& cell, std::uint64_t at, Entry bytes, bool is_last) {
        if (settle(cell, mine | bytes, writes)) return true;
        if (is_last) look_closely(cell, {now.party, at, bytes, now.access, now.lane});
        return is_last;
    });
}

bool WorkRaces::ordered(const Work& before) const {
    if (before.queue == works_.back().queue) return true;
    return before.queue < after_.size() && after_[before.queue] >= before.number;
}

bool WorkRaces::settle(Cell& cell, Entry mine, bool writes) const {
    const auto is_clear = [&](Entry entry) {
        return is_before(entry) || (entry & mine & WorkShadow::all_bytes) == 0;
    };
    if (!is_clear(cell.write)) return false;
    if (writes && !(is_clear(cell.first) && is_clear(cell.second))) return false;
    enter_party(cell, mine, writes);
    return true;
}

void WorkRaces::enter_party(Cell& cell, Entry mine, bool writes) const {
    const auto put = [&](Entry& entry) {
        const bool merges = WorkShadow::party_in(entry) == WorkShadow::party_in(mine);
        entry = merges ? entry | mine : mine;
    };
    if (writes) return put(cell.write);
    // An access that races with an earlier reader of this order races with this one too.
    if (is_before(cell.first))
        put(cell.first);
    else if (is_before(cell.second))
        put(cell.second);
}

void WorkRaces::look_closely(Cell& cell, const Now& now) {
    const bool writes = parties_[now.party].writes;
    for (const Entry other : {cell.write, cell.first, cell.second}) {
        if ((other & now.bytes) != 0) conflict(now, other);
        if (!writes) break;
    }
    enter_party(cell, now.party << WorkShadow::bytes_bits | now.bytes, writes);
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

std::size_t WorkRaces::first_unborn(std::uint64_t address) const {
    const auto found = std::ranges::upper_bound(unborn_, address, {}, &Birth::end);
    return static_cast<std::size_t>(found - unborn_.begin());
}

bool WorkRaces::is_born(std::uint64_t begin, std::uint64_t end) const {
    const std::size_t first = first_unborn(begin);
    return first == unborn_.size() || unborn_[first].begin >= end;
}

void WorkRaces::check_birth(const Now& now, std::uint64_t address, std::uint64_t bytes) {
    for (std::size_t i = first_unborn(address); i < unborn_.size(); ++i) {
        const Birth& birth = unborn_[i];
        if (birth.begin >= address + bytes) break;
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
        frame == nullptr
            ? ""
            : fmt::format("at {}:{} ", workbook::wire::file_name(frame->file), frame->line),
        names_[works_[party.work].name]);
}

std::string_view WorkRaces::advice(const Work& earlier) const {
    if (!is_of_tree(earlier))
        return "put them in one stream, or record an event after one and let the other's stream "
               "wait for it";
    return "a grid that a kernel launches comes after what its launching thread has done or has "
           "seen behind a barrier by then; launch it into cudaStreamTailLaunch and it comes after "
           "all of the kernel, launch two into one stream and the second comes after the first";
}

void WorkRaces::conflict(const Now& now, Entry earlier_entry) {
    const std::uint32_t earlier_number = WorkShadow::party_in(earlier_entry);
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
            "Potential {} detected at __global__ {:#x}{}{}: nothing orders the two ({})", hazard,
            now.address, fault.allocation.empty() ? "" : " in ", fault.allocation,
            advice(works_[earlier.work]));
        return fault;
    });
}

} // namespace vgpu::observe
