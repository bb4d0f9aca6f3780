#include "vgpu/exec/livelock.hpp"

#include "vgpu/exec/analyse/memory_effects.hpp"
#include "vgpu/exec/equal_waits.hpp"
#include "vgpu/exec/lane_bytes.hpp"
#include "vgpu/exec/sites.hpp"
#include "vgpu/exec/stuck_warps.hpp"
#include "wire/source_files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace vgpu::exec {

namespace {

constexpr std::size_t most_bytes = 1 << 18; // that are written in a turn
constexpr int most_lines = 8;
constexpr int most_looked_at = 1024; // warps

class Hash {
  public:
    void add(std::uint64_t value) {
        state_ = (state_ ^ value) * 0x9e3779b97f4a7c15;
        state_ ^= state_ >> 29;
    }
    void add(const std::byte* bytes, std::size_t size) {
        for (; size >= 8; bytes += 8, size -= 8) {
            std::uint64_t word;
            std::memcpy(&word, bytes, 8);
            add(word);
        }
        std::uint64_t rest = size;
        if (size != 0) std::memcpy(&rest, bytes, size);
        add(rest);
    }
    std::uint64_t value() const { return state_; }

  private:
    std::uint64_t state_ = 0x243f6a8885a308d3;
};

void add_frame(Hash& hash, const Frame& frame) {
    hash.add(frame.function->index);
    hash.add(frame.call_pc);
    const ExecutableFunction& function = *frame.function;
    hash.add(frame.slots, static_cast<std::size_t>(function.extra_begin));
    hash.add(frame.slots + function.extra_end,
             static_cast<std::size_t>(function.frame_bytes - function.extra_end));
    if (frame.parameters != nullptr)
        hash.add(frame.parameters, lane_bytes_size(frame.function->parameter_area));
}

} // namespace

std::uint64_t fingerprint_of_mbarriers(const Blocks& blocks) {
    Hash hash;
    for (const auto& block : blocks)
        for (const auto& [address, barrier] : block->mbarriers) {
            hash.add(barrier.state(address));
            hash.add(static_cast<std::uint64_t>(barrier.bytes));
        }
    return hash.value();
}

std::uint64_t fingerprint(const Blocks& blocks) {
    Hash hash;
    hash.add(fingerprint_of_mbarriers(blocks));
    for (const auto& block : blocks) {
        hash.add(block->linear);
        hash.add(block->live);
        hash.add(block->barriers.in_use());
        for (int number = 0; number < barrier_count; ++number)
            if (block->barriers.is_in_use(number))
                hash.add(block->barriers[number].arrived_threads);
        for (const Warp& warp : block->warps) {
            if (!warp.started || warp.live == 0) continue;
            hash.add(warp.index);
            hash.add(static_cast<std::uint64_t>(warp.barrier));
            hash.add(std::uint64_t{warp.cluster_arrived} << 32 | warp.cluster_owed);
            hash.add(warp.local.data(), warp.local.size());
            for (int i = 0; i < warp.group_count; ++i) {
                const Group& group = warp.groups[i];
                hash.add(static_cast<std::uint64_t>(group.pc) << 32 | group.lanes);
                hash.add(static_cast<std::uint64_t>(group.state));
                for (const Frame* frame = group.frame; frame != nullptr; frame = frame->caller)
                    add_frame(hash, *frame);
            }
        }
    }
    return hash.value();
}

void TurnWatch::on_access(const AccessEvent& event) {
    using isa::MemoryAction;
    if (event.space == ptx::Space::param) return; // part of the fingerprint, as local memory is
    const MemoryAction action = event.operation->action;
    const int first = first_lane(event.mask);
    if (event.space == ptx::Space::global && memory_.is_host_visible(event.addresses[first]))
        may_change_ = true;
    if (action != MemoryAction::store)
        polls_[{event.warp.block, event.warp.warp}] = {event.place, event.addresses[first],
                                                       event.space};
    const bool writes = effect_of(action) == MemoryEffect::writes;
    if (!writes || event.space == ptx::Space::local) return;
    if (event.to_host == 0 || before_.size() > most_bytes) {
        may_change_ = true;
        return;
    }
    for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1) {
        const auto* at = reinterpret_cast<const std::byte*>(
            event.addresses[first_lane(rest)] + static_cast<std::uint64_t>(event.to_host));
        for (const std::byte* byte = at; byte != at + event.bytes; ++byte) {
            const auto [known, is_new] = before_.try_emplace(byte, *byte);
            fluctuates_ = fluctuates_ || (!is_new && known->second != *byte);
        }
    }
}

bool TurnWatch::may_change() const {
    return may_change_ || std::ranges::any_of(before_, [](const auto& known) {
               return *known.first != known.second;
           });
}

const TurnWatch::Poll* TurnWatch::last_poll(std::uint64_t block, std::uint32_t warp) const {
    const auto found = polls_.find({block, warp});
    return found == polls_.end() ? nullptr : &found->second;
}

bool wait_for_mbarriers(const Blocks& blocks) {
    bool any = false;
    for (const auto& block : blocks)
        for (const Warp& warp : block->warps) {
            if (!warp.started || warp.live == 0 || warp.barrier >= 0) continue;
            if (!warp.waits_for_mbarrier) return false;
            any = true;
        }
    return any;
}

static std::string describe_poll(const TurnWatch::Poll& poll, const std::string& name) {
    std::string text = fmt::format(
        " and look at __{}__ address {:#x}",
        poll.space == ptx::Space::constant ? "constant" : ptx::name_of(poll.space), poll.address);
    if (!name.empty()) text += fmt::format(" ({})", name);
    return text;
}

// "the mbarrier at __shared__ address 0x10 (ready), of which phase 3 lacks 1 of 64 arrivals and 128
// bytes"
static std::string describe_mbarrier(const TurnWatch::Poll& poll, const Block& block,
                                     const std::string& name) {
    const auto found = block.mbarriers.find(static_cast<std::uint32_t>(poll.address));
    if (poll.space != ptx::Space::shared || found == block.mbarriers.end()) return "";
    const MBarrier& barrier = found->second;
    std::string text = fmt::format("the mbarrier at __shared__ address {:#x}", poll.address);
    if (!name.empty()) text += fmt::format(" ({})", name);
    text += fmt::format(", of which phase {} lacks {} of {} arrivals", barrier.phase,
                        barrier.pending, barrier.expected);
    if (barrier.bytes > 0) text += fmt::format(" and {} bytes", barrier.bytes);
    if (barrier.bytes < 0) {
        text += fmt::format(", and {} bytes came that were not announced", -barrier.bytes);
    }
    return text;
}

// What a warp does: where its lanes are, and what it looked at last.
static void add_warp(EqualWaits& waits, const Block& block, const Warp& warp,
                     const TurnWatch* watch, const Machine& machine) {
    std::string what = describe_waits(machine, warp);
    const auto* poll = watch == nullptr || warp.barrier >= 0
                           ? nullptr
                           : watch->last_poll(block.linear, warp.index);
    if (poll == nullptr) return waits.add(warp.index, {std::move(what)});
    const std::string name = poll->place.resolver->describe(poll->space, poll->address).name;
    std::string barrier = warp.waits_for_mbarrier ? describe_mbarrier(*poll, block, name) : "";
    if (barrier.empty()) { // otherwise describe_waits has told the line
        what += describe_poll(*poll, name);
        const SourceFrame line = poll->place.resolver->line(poll->place);
        if (line.line != 0)
            what += fmt::format(" in {}:{}", workbook::wire::file_name(line.file), line.line);
    }
    waits.add(warp.index, {std::move(what), std::move(barrier)});
}

std::string describe_stuck(const Blocks& blocks, const TurnWatch* watch, const Dim3& grid,
                           const Machine& machine) {
    EqualBlocks all;
    int looked_at = 0;
    std::uint64_t left_out = 0, not_begun = 0;
    for (const auto& block : blocks) {
        EqualWaits waits;
        for (const Warp& warp : block->warps) {
            if (!warp.started) ++not_begun;
            if (!warp.started || warp.live == 0) continue;
            if (++looked_at > most_looked_at)
                ++left_out;
            else
                add_warp(waits, *block, warp, watch, machine);
        }
        all.add(block->linear, std::move(waits));
    }
    if (looked_at == 0) // stopped between two warps
        return fmt::format("no warp was under way; {} had not begun", not_begun);
    return all.text(grid, most_lines, left_out);
}

} // namespace vgpu::exec
