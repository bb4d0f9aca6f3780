// Texels: what their bytes mean, and what a filter makes of several (CUDA C++ Programming Guide,
// "Texture Fetching"), with the hardware's roundings.
#pragma once

#include "vgpu/exec/textures.hpp"

#include <span>

namespace vgpu::exec {

// The bits of the four channels: floats, or integers as wide as a register.
using Texel = std::array<std::uint32_t, 4>;
Texel decode(const std::byte* bytes, const TexelFormat& format, bool normalised);
Texel border_of(const Sampler& sampler, const TexelFormat& format, bool normalised);
// The bits of a float as a half.
std::uint32_t half_of(std::uint32_t bits);

struct WeighedTexel {
    Texel texel{};
    float weight = 1; // a multiple of 1/256
};
// The sum of several texels; integers that are to be read as floats are given as integers.
Texel weigh(std::span<const WeighedTexel> all, const TexelFormat& format);

} // namespace vgpu::exec
