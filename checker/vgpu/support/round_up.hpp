// Sizes and addresses in whole units.
#pragma once

#include <cstdint>

namespace vgpu {

constexpr std::uint64_t round_up(std::uint64_t value, std::uint64_t unit) {
    return (value + unit - 1) / unit * unit;
}

} // namespace vgpu
