#include "vgpu/observe/initcheck.hpp"

#include "vgpu/observe/source_place.hpp"
#include "vgpu/observe/written_bits.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <fmt/format.h>

namespace vgpu::observe {

namespace {

// The lanes of the mask of which something was written, or everything.
std::uint32_t lanes_with(const exec::AccessEvent& event, const std::uint64_t* bits,
                         std::uint64_t base, std::uint64_t lane_mask, bool everything) {
    const std::uint64_t flipped = everything ? ~0ull : 0;
    const std::uint64_t a_lane = event.addresses[std::countr_zero(event.mask)] - base;
    std::array<std::uint64_t, 32> differs; // all-ones or zero
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
        const std::uint64_t active = std::uint64_t{0} - (event.mask >> lane & 1);
        const std::uint64_t first = ((event.addresses[lane] - base) & active) | (a_lane & ~active);
        const std::uint64_t of_lane = ((bits[first / 64] ^ flipped) >> first % 64) & lane_mask;
        differs[lane] = std::uint64_t{0} - (of_lane != 0);
    }
    const std::uint32_t lanes = bits_of(differs);
    return (everything ? ~lanes : lanes) & event.mask;
}

} // namespace

bool Initcheck::any_written(const std::uint64_t* bits, std::uint64_t first, std::uint64_t count) {
    while (count != 0) {
        const std::uint64_t here = std::min(count, 64 - first % 64);
        if (((bits[first / 64] >> first % 64) & low_bits(here)) != 0) return true;
        first += here;
        count -= here;
    }
    return false;
}

// Each byte is looked at once: a later call continues at the first byte that was not written.
bool Initcheck::is_all_written(std::uint64_t begin, std::uint64_t end) {
    std::uint64_t& until = written_until_.try_emplace(begin, begin).first->second;
    while (until < end) {
        const std::uint64_t offset = until % region_bytes;
        const std::uint64_t here =
            std::min({end - until, region_bytes - offset, bytes_of_word - offset % bytes_of_word});
        const Region* region = regions_.find(until);
        if (region == nullptr || !all_set(region->bits.words(), offset, here)) return false;
        until += here;
    }
    return true;
}

bool Initcheck::is_shared_all_written(std::uint64_t block) {
    if (shared_bytes_ == 0) return true;
    const std::uint64_t tail = shared_bytes_ % bytes_of_word, whole = shared_bytes_ - tail;
    const std::uint64_t* const bits = shared_bits(block).data();
    return all_set(bits, 0, whole) && all_set(bits, whole, tail);
}

void Initcheck::allocate(std::uint64_t address, std::uint64_t bytes, bool initialised) {
    written_until_.erase(address);
    mark(address, bytes, initialised);
}

void Initcheck::host_access(const exec::HostAccess& access) {
    if (!access.writes) {
        if (access.other != 0) return; // within the device: the copy is as unwritten as the source
        for (std::uint64_t row = 0; row < access.rows; ++row)
            if (was_written(access.address + row * access.pitch, access.bytes)) return;
        report_copy(access);
        return;
    }
    for (std::uint64_t row = 0; row < access.rows; ++row) {
        const std::uint64_t to = access.address + row * access.pitch;
        if (access.other == 0)
            mark(to, access.bytes, true);
        else
            copy_bits(access.other + row * access.other_pitch, to, access.bytes);
    }
}

bool Initcheck::was_written(std::uint64_t address, std::uint64_t bytes, bool if_unknown) const {
    while (bytes != 0) {
        const std::uint64_t offset = address % region_bytes;
        const std::uint64_t here = std::min(bytes, region_bytes - offset);
        const Region* region = regions_.find(address);
        if (region == nullptr ? if_unknown : any_written(region->bits.words(), offset, here))
            return true;
        address += here;
        bytes -= here;
    }
    return false;
}

// As memmove does it: where the ranges overlap, no bit is read after it was written.
void Initcheck::copy_bits(std::uint64_t from, std::uint64_t to, std::uint64_t bytes) {
    written_until_.clear();
    const bool backwards = to > from;
    while (bytes != 0) { // in pieces that lie in one region on both sides
        const auto room = [&](std::uint64_t begin) {
            return backwards ? (begin + bytes - 1) % region_bytes + 1
                             : region_bytes - begin % region_bytes;
        };
        const std::uint64_t here = std::min({bytes, room(from), room(to)});
        bytes -= here;
        const std::uint64_t at = backwards ? bytes : 0;
        const Region* source = regions_.find(from + at);
        Region& destination = regions_.get(to + at);
        if (source == nullptr) // not announced, so it counts as written
            fill_bits(destination.bits.words(), (to + at) % region_bytes, here, true);
        else
            move_bits({destination.bits.words(), (to + at) % region_bytes},
                      {source->bits.words(), (from + at) % region_bytes}, here, backwards);
        if (backwards) continue;
        from += here;
        to += here;
    }
}

void Initcheck::report_copy(const exec::HostAccess& access) {
    exec::Fault fault;
    fault.kind = exec::FaultKind::uninitialised_read;
    fault.tool = exec::Tool::initcheck;
    fault.message =
        fmt::format("Host API memory access error at host access to {:#x} of size {} bytes",
                    access.address, access.rows * access.bytes);
    fault.detail = fmt::format("Uninitialized access at {:#x} on access by {} source: nothing was "
                               "ever written there, by the host or a kernel",
                               access.address, access.api);
    fault.space = ptx::Space::global;
    fault.address = access.address;
    fault.size = static_cast<int>(std::min<std::uint64_t>(access.bytes, 1u << 30));
    log_.report_now(std::move(fault));
}

void Initcheck::mark(std::uint64_t address, std::uint64_t bytes, bool written) {
    while (bytes != 0) {
        const std::uint64_t offset = address % region_bytes;
        const std::uint64_t here = std::min(bytes, region_bytes - offset);
        const bool fresh = !written && here == region_bytes;
        if (fresh) regions_.erase(address); // comes back zero, without touching its pages
        Region& region = regions_.get(address);
        if (!fresh) fill_bits(region.bits.words(), offset, here, written);
        address += here;
        bytes -= here;
    }
}

void Initcheck::launch_begin(const exec::LaunchInfo& launch) {
    log_.forget_dropped();
    in_library_.clear();
    blocks_.clear();
    spare_.clear();
    local_.clear();
    copies_.clear();
    current_block_ = local_key_ = ~0ull;
    shared_bytes_ = launch.shared_bytes;
}

void Initcheck::block_begin(std::uint64_t block) {
    if (shared_bytes_ == 0) return;
    std::unique_ptr<SharedBits> bits;
    if (spare_.empty()) {
        bits = std::make_unique<SharedBits>();
    } else {
        bits = std::move(spare_.back());
        spare_.pop_back();
    }
    bits->assign(shared_bytes_ / 64 + 1, 0);
    current_ = bits.get();
    current_block_ = block;
    blocks_[block] = std::move(bits);
}

void Initcheck::block_end(std::uint64_t block) {
    for (std::uint64_t warp = 0; warp < 32 && !local_.empty(); ++warp)
        local_.erase(32 * block + warp);
    local_key_ = ~0ull;
    const auto found = blocks_.find(block);
    if (found == blocks_.end()) return;
    spare_.push_back(std::move(found->second));
    blocks_.erase(found);
    if (current_block_ == block) current_block_ = ~0ull;
}

void Initcheck::find_shared_bits(std::uint64_t block) {
    const auto found = blocks_.find(block);
    if (found == blocks_.end()) {
        block_begin(block);
    } else {
        current_ = found->second.get();
        current_block_ = block;
    }
}

void Initcheck::access(const Access& access) {
    if (access.event.operation->action == isa::MemoryAction::prefetch) return;
    if (access.event.keeps_neighbours) return;
    if (access.event.space == ptx::Space::global) global(access);
    if (access.event.space == ptx::Space::shared && shared_bytes_ != 0) shared(access);
    if (access.event.space == ptx::Space::local) local(access);
    if (access.event.copied != 0 && access.stores() && !copies_.empty()) store_copy(access);
}

std::uint64_t Initcheck::key_of(const exec::WarpPlace& warp) { return 32 * warp.block + warp.warp; }

bool Initcheck::repeated(const Shape& shape, std::uint64_t first, const exec::WarpPlace& warp) {
    if (shape.ends_copy && !copies_.empty()) return false;
    const auto bytes = static_cast<std::uint64_t>(shape.bytes);
    std::uint64_t* bits = nullptr;
    std::uint64_t most = shared_bytes_, base = 0;
    if (shape.space == ptx::Space::shared) {
        bits = shared_bits(warp.block).data();
    } else {
        most = region_bytes;
        base = first / region_bytes * region_bytes;
        if (const Region* soon = regions_.find(shape.soon))
            __builtin_prefetch(soon->bits.words() + shape.soon % region_bytes / 64);
        Region* region = regions_.find(first);
        if (region == nullptr) return false;
        bits = region->bits.words();
    }
    return shape.each_part(
        first, [&](unsigned, unsigned lanes, std::uint64_t address, bool is_row) {
            const std::uint64_t begin = address - base, count = is_row ? lanes * bytes : bytes;
            if (begin > most || count > most - begin) return false; // in another region
            if (shape.loads) return all_set(bits, begin, count);
            fill_bits(bits, begin, count, true);
            return true;
        });
}

// Half warps with contiguous or equal addresses: `bits` begin at address `base`. False: look
// closely.
bool Initcheck::halves(const Access& access, std::uint64_t* bits, std::uint64_t base) {
    const exec::AccessEvent& event = access.event;
    const auto bytes = static_cast<std::uint64_t>(event.bytes);
    const auto count = [&](std::size_t half) {
        return access.event.layout.half[half] == exec::Layout::Part::row ? 16 * bytes : bytes;
    };
    for (std::size_t half = 0; half < 2; ++half) {
        if (access.event.layout.half[half] == exec::Layout::Part::other) return false;
        const std::uint64_t first = event.addresses[16 * half] - base;
        if (access.loads() && !all_set(bits, first, count(half))) return false;
    }
    for (std::size_t half = 0; half < 2 && access.stores(); ++half)
        fill_bits(bits, event.addresses[16 * half] - base, count(half), true);
    return !access.updates();
}

void Initcheck::global(const Access& access) {
    const exec::AccessEvent& event = access.event;
    const auto bytes = static_cast<std::uint64_t>(event.bytes);
    if (const Region* region = regions_.find(access.shape.soon))
        __builtin_prefetch(region->bits.words() + access.shape.soon % region_bytes / 64);
    if (access.contiguous) {
        const std::uint64_t offset = event.addresses[0] % region_bytes;
        if (offset + 32 * bytes <= region_bytes) {
            Region* region = regions_.find(event.addresses[0]);
            if (region == nullptr) return; // not from an allocation that was announced
            if (access.stores()) {
                fill_bits(region->bits.words(), offset, 32 * bytes, true);
                return;
            }
            if (all_set(region->bits.words(), offset, 32 * bytes)) return;
        }
    }
    if (event.mask == full_mask && !access.contiguous && !access.uniform) {
        const auto last = [&](std::size_t half) { // the highest byte of either half, or above it
            return event.addresses[16 * half] + 16 * bytes - 1;
        };
        const std::uint64_t base = event.addresses[0] / region_bytes * region_bytes;
        const bool together = event.addresses[16] - base < region_bytes &&
                              last(0) - base < region_bytes && last(1) - base < region_bytes;
        Region* region = together ? regions_.find(base) : nullptr;
        if (region != nullptr && halves(access, region->bits.words(), base)) return;
    }
    std::uint32_t rest = event.mask;
    if (access.uniform && !access.loads()) rest &= ~rest + 1;
    while (rest != 0) { // the lanes of one region together: mostly all
        const std::uint64_t base = event.addresses[std::countr_zero(rest)] & ~(region_bytes - 1);
        std::uint32_t here = 0;
        for (std::uint32_t lane = 0; lane < 32; ++lane)
            here |= std::uint32_t{event.addresses[lane] - base < region_bytes} << lane;
        here &= rest;
        rest &= ~here;
        Region* const region = regions_.find(base);
        if (region == nullptr) continue;
        if (here == event.mask) return each_lane(access, region->bits.words(), base);
        exec::AccessEvent part = event;
        part.mask = here;
        each_lane({part, access.place, access.shape}, region->bits.words(), base);
    }
}

void Initcheck::shared(const Access& access) {
    const exec::AccessEvent& event = access.event;
    SharedBits& bits = shared_bits(event.memory_block());
    const auto bytes = static_cast<std::uint64_t>(event.bytes);
    if (access.contiguous) {
        if (access.stores()) {
            fill_bits(bits.data(), event.addresses[0], 32 * bytes, true);
            return;
        }
        if (all_set(bits.data(), event.addresses[0], 32 * bytes)) return;
    }
    if (event.mask == full_mask && halves(access, bits.data(), 0)) return;
    each_lane(access, bits.data(), 0);
}

// `bits` begin at address `base`.
void Initcheck::each_lane(const Access& access, std::uint64_t* bits, std::uint64_t base) {
    const exec::AccessEvent& event = access.event;
    const std::uint64_t lane_mask = low_bits(static_cast<std::uint64_t>(event.bytes));
    const bool is_copy = access.loads() && event.copied != 0;
    // All bits of the store are set already: there is nothing to enter.
    if (!access.loads() && lanes_with(event, bits, base, lane_mask, true) == event.mask) return;
    if (access.stores()) {
        // A lane that is not active sets an active one's bits again: that needs no branch.
        for (std::uint32_t lane = 0; lane < 32; ++lane) {
            const bool is_active = (event.mask >> lane & 1) != 0;
            const int from = is_active ? static_cast<int>(lane) : access.first_lane();
            set_lane(bits, event.addresses[from] - base, lane_mask);
        }
        return;
    }
    const std::uint32_t written = lanes_with(event, bits, base, lane_mask, is_copy);
    const std::uint32_t rest = event.mask & ~written;
    if (access.loads() && (!is_copy || rest == 0)) {
        for (std::uint32_t lanes = rest; lanes != 0; lanes &= lanes - 1) {
            const int lane = std::countr_zero(lanes);
            found(access, lane, event.addresses[lane]);
        }
        return;
    }
    for (std::uint32_t lanes = event.mask; lanes != 0; lanes &= lanes - 1) {
        const int lane = std::countr_zero(lanes);
        const std::uint64_t first = event.addresses[lane] - base;
        if (is_copy)
            load_copy(access, lane, bits_of_lane(bits, first, lane_mask));
        else if (rest != 0 && !lane_is_touched(bits, first, lane_mask)) // not by one before it
            found(access, lane, event.addresses[lane]);
        if (!access.loads()) set_lane(bits, first, lane_mask);
    }
}

void Initcheck::local(const Access& access) {
    const exec::AccessEvent& event = access.event;
    const std::uint64_t key = key_of(event.warp);
    if (key != local_key_) {
        local_key_ = key;
        local_lanes_ = &local_[key]; // stays where it is: a node of the map
    }
    LocalLanes& lanes = *local_lanes_;
    const auto bytes = static_cast<std::uint64_t>(event.bytes);
    const auto visit = [&](std::uint32_t mask, std::uint64_t first) {
        if (first + bytes > lanes.size()) lanes.resize(2 * (first + bytes), 0);
        if (access.stores()) {
            for (std::uint64_t byte = 0; byte < bytes; ++byte) lanes[first + byte] |= mask;
            return;
        }
        std::uint32_t touched = 0, whole = ~0u;
        for (std::uint64_t byte = 0; byte < bytes; ++byte) {
            touched |= lanes[first + byte];
            whole &= lanes[first + byte];
        }
        if (event.copied != 0) return load_local_copy(access, mask & ~whole, first);
        if ((mask & ~touched) == 0) return;
        for (std::uint32_t rest = mask & ~touched; rest != 0; rest &= rest - 1)
            found(access, std::countr_zero(rest), first);
    };
    if (access.uniform) return visit(event.mask, event.addresses[access.first_lane()]);
    for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1)
        visit(rest & (~rest + 1), event.addresses[std::countr_zero(rest)]);
}

// CUB's merges fetch one element beyond what they filled of their shared memory and never use it.
bool Initcheck::is_in_library(const Access& access) {
    const auto [known, is_new] = in_library_.try_emplace(access.place, false);
    if (is_new) {
        const exec::AccessEvent& event = access.event;
        const exec::Site site =
            event.place.resolver->site(event.place, event.warp, access.first_lane());
        known->second = !site.frames.empty() && is_of_cuda_library(site.frames.front().file);
    }
    return known->second;
}

// The loop that copies a large object has no line: that of its statement stands right before it.
exec::Site Initcheck::site_of(const exec::AccessEvent& event, int lane) {
    constexpr std::uint32_t most_steps = 16;
    exec::CodePlace place = event.place;
    exec::Site site = place.resolver->site(place, event.warp, lane);
    for (std::uint32_t step = 0; event.copied != 0 && step < most_steps && place.pc > 0; ++step) {
        if (site.frames.empty() || site.frames.front().line != 0) return site;
        --place.pc;
        const exec::Site before = place.resolver->site(place, event.warp, lane);
        if (!before.frames.empty() && before.frames.front().line != 0) site.frames = before.frames;
    }
    return site;
}

void Initcheck::found(const Access& access, int lane, std::uint64_t address) {
    const exec::AccessEvent& event = access.event;
    if (event.space != ptx::Space::global && is_in_library(access)) return;
    if (event.unwritten != nullptr)
        *event.unwritten |= 1u << lane;
    else
        report(event, access.place, lane, address);
}

void Initcheck::use(const exec::AccessEvent& load) {
    const std::uint32_t place = places_.number(load.place, load.operation->action);
    for (std::uint32_t rest = load.mask; rest != 0; rest &= rest - 1) {
        const int lane = std::countr_zero(rest);
        report(load, place, lane, load.addresses[lane]);
    }
}

void Initcheck::report(const exec::AccessEvent& event, std::uint32_t place, int lane,
                       std::uint64_t address) {
    log_.add(place, [&] {
        const exec::SiteResolver& resolver = *event.place.resolver;
        exec::Fault fault;
        fault.kind = exec::FaultKind::uninitialised_read;
        fault.tool = exec::Tool::initcheck;
        const bool global = event.space == ptx::Space::global;
        const bool local = event.space == ptx::Space::local;
        fault.message = fmt::format("Uninitialized {} memory read of size {} bytes",
                                    global  ? "__global__"
                                    : local ? "__local__"
                                            : "__shared__",
                                    event.bytes);
        exec::Whereabouts there = resolver.describe(event.space, address);
        fault.allocation = std::move(there.name);
        fault.offset = static_cast<std::int64_t>(there.offset);
        fault.detail = fmt::format("Address {:#x}{}{} was never written {}", address,
                                   fault.allocation.empty() ? "" : " in ", fault.allocation,
                                   global  ? "by the host or a kernel"
                                   : local ? "by this thread (a variable on its stack)"
                                           : "in this block");
        fault.site = site_of(event, lane);
        fault.space = event.space;
        fault.address = address;
        fault.size = event.bytes;
        return fault;
    });
}

} // namespace vgpu::observe
