// Memory that each lane has for itself: local memory and parameter areas.
//
// The lanes' bytes are interleaved in words: word w of lane l lies at (32 * w + l) * 4. Lanes
// mostly access the same offset together; 32 words then lie side by side, like a register.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace vgpu::exec {

inline constexpr std::uint64_t lane_row_bytes = 4 * 32; // one word of all lanes

constexpr std::uint64_t lane_bytes_size(std::uint64_t bytes_per_lane) {
    return (bytes_per_lane + 3) / 4 * lane_row_bytes;
}

// The address of an element that does not cross a word.
inline std::byte* lane_byte(std::byte* base, std::uint64_t offset, int lane) {
    return base + offset / 4 * lane_row_bytes + static_cast<std::uint64_t>(lane) * 4 + offset % 4;
}

// Elements of 1, 2, 4 or 8 bytes at a multiple of their size.
inline std::uint64_t load_lane(std::byte* base, std::uint64_t offset, int lane, int width) {
    std::uint64_t value = 0;
    const std::byte* at = lane_byte(base, offset, lane);
    if (width <= 4) {
        std::memcpy(&value, at, static_cast<std::size_t>(width));
    } else {
        std::uint32_t low = 0, high = 0;
        std::memcpy(&low, at, 4);
        std::memcpy(&high, at + lane_row_bytes, 4);
        value = low | static_cast<std::uint64_t>(high) << 32;
    }
    return value;
}

inline void store_lane(std::byte* base, std::uint64_t offset, int lane, int width,
                       std::uint64_t value) {
    std::byte* at = lane_byte(base, offset, lane);
    if (width <= 4) {
        std::memcpy(at, &value, static_cast<std::size_t>(width));
    } else {
        const auto high = static_cast<std::uint32_t>(value >> 32);
        std::memcpy(at, &value, 4);
        std::memcpy(at + lane_row_bytes, &high, 4);
    }
}

} // namespace vgpu::exec
