// Which texels a fetch reads, and with which weights (CUDA C++ Programming Guide, "Texture
// Fetching"). Fractions and weights have 8 bits, as in the hardware.
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
    // With integers: whether a level was asked for, and whether that level exists.
    bool has_level = false, is_of_level = true;
};

struct Tap {
    std::int64_t x = 0, y = 0, slice = 0;
    bool is_inside = true; // else the border is read
    bool counts = true;    // what lies beyond a fraction of zero does not, whatever it is
    float weight = 1;      // a multiple of 1/256
};
struct Taps {
    std::array<Tap, 8> all{};
    int count = 1;
    bool reads_nothing = false; // zero
};

// How much of a fetch comes from a level, in 1/256.
struct Share {
    std::uint32_t weight = 256;
    bool is_of_two = false, is_second = false; // levels
};

// The texels of one level.
Taps find_taps(const Image& image, const Texture& texture, isa::Geometry geometry,
               const FetchPlace& place, const Share& share = {});
// The four texels of a gather, in the order of its results.
Taps find_gathered(const Image& image, const Texture& texture, isa::Geometry geometry,
                   const FetchPlace& place);

inline bool gives_floats(const Image& image, const Sampler& sampler) {
    return sampler.reads_normalised || image.format.kind == ChannelKind::floating;
}

// Between two levels: how much the second one counts, in 1/256.
struct Levels {
    std::size_t first = 0, second = 0;
    std::uint32_t fraction = 0;
    Share share(bool is_second) const {
        return {is_second ? fraction : 256 - fraction, fraction != 0, is_second};
    }
};
Levels find_levels(const Texture& texture, float detail);

} // namespace vgpu::exec
