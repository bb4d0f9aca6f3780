// Which texels a fetch reads, with which weights, and what it makes of them (CUDA C++ Programming
// Guide, "Texture Fetching"). Fractions have 8 bits, as in the hardware.
#pragma once

#include "vgpu/exec/textures.hpp"

#include "vgpu/isa/texture.hpp"

namespace vgpu::exec {

// Where a lane fetches. With integers (`is_integer`) the coordinates are numbers of texels.
struct FetchPlace {
    std::array<float, 3> at{};
    std::array<std::int32_t, 3> index{};
    std::array<std::int32_t, 3> offset{}; // texels, of the level that is read
    std::int32_t layer = 0;
    bool is_integer = false;
    // For an integer place: whether a level was asked for, and is there.
    bool has_level = false, is_of_level = true;
};

struct Tap {
    std::int64_t x = 0, y = 0, slice = 0;
    bool is_inside = true; // else the border is read
    float weight = 1;      // a multiple of 1/256
};
struct Taps {
    std::array<Tap, 8> all{};
    int count = 1;
    bool reads_nothing = false; // zero
};

// The texels of one level.
Taps find_taps(const Image& image, const Texture& texture, isa::Geometry geometry,
               const FetchPlace& place);
// The four texels of a gather, in the order of its results.
Taps find_gathered(const Image& image, const Texture& texture, isa::Geometry geometry,
                   const FetchPlace& place);

// The bits of the four channels: floats, or integers as wide as a register.
using Texel = std::array<std::uint32_t, 4>;
Texel decode(const std::byte* bytes, const TexelFormat& format, bool normalised);
Texel border_of(const Sampler& sampler, const TexelFormat& format, bool normalised);
inline bool gives_floats(const Image& image, const Sampler& sampler) {
    return sampler.reads_normalised || image.format.kind == ChannelKind::floating;
}
// The sum of several texels; integers that are to be read as floats are given as integers.
Texel weigh(const std::array<Texel, 8>& texels, const Taps& taps, const TexelFormat& format);

// Between two levels: how much the second one counts, in 1/256.
struct Levels {
    std::size_t first = 0, second = 0;
    std::uint32_t fraction = 0;
};
Levels find_levels(const Texture& texture, float detail);
Texel between(const Texel& first, const Texel& second, std::uint32_t fraction);

} // namespace vgpu::exec
