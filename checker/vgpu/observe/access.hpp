// One memory access as the observers share it: the event, its code place, and its shape, found
// once.
#pragma once

#include "vgpu/exec/events.hpp"

#include <bit>
#include <cstdint>

namespace vgpu::observe {

inline constexpr std::uint32_t full_mask = 0xffffffffu;

struct Access {
    const exec::AccessEvent& event;
    std::uint32_t place = 0; // in the PlaceTable
    bool contiguous = false; // all 32 lanes; lane l at addresses[0] + l * bytes
    bool uniform = false;    // every lane of the mask at one address

    bool loads() const { return event.operation->action == isa::MemoryAction::load; }
    bool stores() const { return event.operation->action == isa::MemoryAction::store; }
    bool updates() const {
        return event.operation->action == isa::MemoryAction::atomic ||
               event.operation->action == isa::MemoryAction::reduction;
    }
    int first_lane() const { return std::countr_zero(event.mask); }
};

// Branch-free over the 32 lanes, so that it costs a few vector instructions.
inline Access shape_of(const exec::AccessEvent& event, std::uint32_t place) {
    const std::uint64_t* address = event.addresses;
    Access access{event, place};
    if (event.mask == full_mask) {
        const std::uint64_t bytes = static_cast<std::uint64_t>(event.bytes);
        std::uint64_t off_row = 0, off_first = 0;
        for (std::uint64_t lane = 0; lane < 32; ++lane) {
            off_row |= address[lane] ^ (address[0] + lane * bytes);
            off_first |= address[lane] ^ address[0];
        }
        access.contiguous = off_row == 0;
        access.uniform = off_first == 0;
        return access;
    }
    const std::uint64_t first = address[access.first_lane()];
    access.uniform = true;
    for (std::uint32_t rest = event.mask; rest != 0; rest &= rest - 1) {
        if (address[std::countr_zero(rest)] != first) {
            access.uniform = false;
            break;
        }
    }
    return access;
}

// Lanes are served in phases of at most 128 bytes: 32 lanes up to 4 bytes each, 16 of 8, 8 of 16.
inline int lanes_per_phase(int bytes) { return bytes <= 4 ? 32 : 128 / bytes; }

} // namespace vgpu::observe
