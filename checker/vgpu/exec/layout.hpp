// The layout of a warp's access: how its lanes' addresses differ. It is found once, for the
// executor and for all observers.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace vgpu::exec {

struct Layout {
    // row: side by side, each lane right behind the one before it. place: all at one address.
    enum class Part : std::uint8_t { other, row, place };

    bool is_row = false;        // all 32 lanes
    bool is_place = false;      // all lanes that take part, also if they are not 32
    std::array<Part, 2> half{}; // if all take part: lanes 0 to 15 and 16 to 31, each by itself
    std::uint64_t to_second_half = 0; // from lane 0's address to lane 16's
};

// Without a branch in the loop, so that it costs a few vector instructions.
inline Layout::Part layout_of_half(const std::uint64_t* addresses, std::uint64_t bytes) {
    std::uint64_t off_row = 0, off_place = 0;
    for (std::uint64_t lane = 0; lane < 16; ++lane) {
        off_row |= addresses[lane] ^ (addresses[0] + lane * bytes);
        off_place |= addresses[lane] ^ addresses[0];
    }
    if (off_row == 0) return Layout::Part::row;
    return off_place == 0 ? Layout::Part::place : Layout::Part::other;
}

// Looks at the lanes of the mask, which is not 0; each accesses `bytes` bytes.
inline Layout layout_of(const std::uint64_t* addresses, std::uint32_t mask, std::uint64_t bytes) {
    Layout layout;
    if (mask == 0xffffffffu) {
        layout.half = {layout_of_half(addresses, bytes), layout_of_half(addresses + 16, bytes)};
        layout.to_second_half = addresses[16] - addresses[0];
        const bool are_alike = layout.half[0] == layout.half[1];
        layout.is_row =
            are_alike && layout.half[0] == Layout::Part::row && layout.to_second_half == 16 * bytes;
        layout.is_place =
            are_alike && layout.half[0] == Layout::Part::place && layout.to_second_half == 0;
        return layout;
    }
    const std::uint64_t first = addresses[std::countr_zero(mask)];
    layout.is_place = true;
    for (std::uint32_t rest = mask; rest != 0; rest &= rest - 1)
        layout.is_place = layout.is_place && addresses[std::countr_zero(rest)] == first;
    return layout;
}

} // namespace vgpu::exec
