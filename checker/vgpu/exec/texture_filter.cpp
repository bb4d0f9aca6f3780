#include "vgpu/exec/texture_filter.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

namespace vgpu::exec {

namespace {

using isa::Geometry;

constexpr double most_coordinate = 1 << 30;

// Along one dimension: one texel, or two with the second one's weight in 1/256.
struct Along {
    std::array<std::int64_t, 2> texel{};
    std::array<bool, 2> is_inside{true, true};
    std::uint32_t fraction = 0;
    int count = 1;
};

std::int64_t wrapped(std::int64_t texel, std::int64_t size) { return (texel % size + size) % size; }

std::int64_t mirrored(std::int64_t texel, std::int64_t size) {
    const std::int64_t there = wrapped(texel, 2 * size);
    return there < size ? there : 2 * size - 1 - there;
}

// The number of a texel that exists; false: the border.
bool place_texel(std::int64_t& texel, std::int64_t size, AddressMode mode) {
    switch (mode) {
    case AddressMode::wrap:
        texel = wrapped(texel, size);
        return true;
    case AddressMode::mirror:
        texel = mirrored(texel, size);
        return true;
    case AddressMode::clamp:
        texel = std::clamp<std::int64_t>(texel, 0, size - 1);
        return true;
    case AddressMode::border:
        break;
    }
    const bool is_inside = texel >= 0 && texel < size;
    texel = is_inside ? texel : 0;
    return is_inside;
}

// Wrap and mirror are for normalised coordinates.
AddressMode mode_of(const Sampler& sampler, std::size_t dimension) {
    const AddressMode mode = sampler.modes[dimension];
    const bool repeats = mode == AddressMode::wrap || mode == AddressMode::mirror;
    return repeats && !sampler.has_normalised_coordinates ? AddressMode::clamp : mode;
}

// The coordinate in texels.
double scaled(float coordinate, std::int64_t size, const Sampler& sampler, AddressMode mode) {
    double at = coordinate;
    if (sampler.has_normalised_coordinates) {
        if (mode == AddressMode::wrap || mode == AddressMode::mirror)
            at -= 2 * std::floor(at / 2); // both have this period
        at *= static_cast<double>(size);
    }
    if (std::isnan(at)) return 0;
    return std::clamp(at, -most_coordinate, most_coordinate);
}

Along along(double at, std::int32_t offset, std::int64_t size, bool is_linear, AddressMode mode) {
    Along result;
    if (is_linear) {
        const auto fixed = static_cast<std::int64_t>(std::floor(at * 256 + 0.5)) - 128;
        result.texel = {fixed >> 8, (fixed >> 8) + 1};
        result.fraction = static_cast<std::uint32_t>(fixed & 255);
        result.count = 2;
    } else {
        result.texel[0] = static_cast<std::int64_t>(std::floor(at));
    }
    for (std::size_t i = 0; i < static_cast<std::size_t>(result.count); ++i) {
        result.texel[i] += offset;
        result.is_inside[i] = place_texel(result.texel[i], size, mode);
    }
    // At an edge both texels are the same one: there is nothing to interpolate.
    if (mode == AddressMode::clamp && result.texel[0] == result.texel[1]) result.fraction = 0;
    return result;
}

// The face that a direction leads to, and where on it, from 0 to 1 (CUDA C++ Programming Guide,
// "Cubemap Textures").
struct FacePlace {
    std::int64_t face = 0;
    float s = 0, t = 0;
};
FacePlace face_of(const std::array<float, 3>& direction) {
    const auto [x, y, z] = direction;
    const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
    float m = 0, s = 0, t = 0;
    std::int64_t face = 0;
    if (ax > ay && ax > az) {
        face = std::signbit(x) ? 1 : 0;
        m = ax;
        s = std::signbit(x) ? z : -z;
        t = -y;
    } else if (ay > az) {
        face = std::signbit(y) ? 3 : 2;
        m = ay;
        s = x;
        t = std::signbit(y) ? -z : z;
    } else {
        face = std::signbit(z) ? 5 : 4;
        m = az;
        s = std::signbit(z) ? -x : x;
        t = -y;
    }
    return {face, (s / m + 1) / 2, (t / m + 1) / 2};
}

// How the hardware divides a weight of 1/256 between two texels: the one further on gets the
// rounded part, a half of a unit as said.
std::uint32_t part(std::uint32_t weight, std::uint32_t fraction, bool rounds_up) {
    return (weight * fraction + (rounds_up ? 128 : 127)) / 256;
}

// The texels of a box around the place, and their weights, which the level's share is divided into.
// As an H100 and an H200 answer (api_textures.txt, api_fetches.txt).
Taps combine(const std::array<Along, 3>& each, std::int64_t slice, bool third_is_slice,
             const Share& share) {
    Taps taps;
    taps.count = 0;
    const auto portion = [&](std::uint32_t weight, std::size_t dimension, int chosen, bool up) {
        if (each[dimension].count == 1) return weight;
        const std::uint32_t further = part(weight, each[dimension].fraction, up);
        return chosen == 1 ? further : weight - further;
    };
    const auto counts = [&](std::size_t dimension, int chosen) {
        return chosen == 0 || each[dimension].fraction != 0;
    };
    const bool has_depth = each[2].count == 2;
    for (int z = 0; z < each[2].count; ++z)
        for (int y = 0; y < each[1].count; ++y)
            for (int x = 0; x < each[0].count; ++x) {
                Tap& tap = taps.all[static_cast<std::size_t>(taps.count++)];
                std::uint32_t weight = share.weight;
                if (has_depth || share.is_of_two) {
                    weight = portion(weight, 2, z, !share.is_of_two);
                    weight = portion(weight, 0, x, true);
                    weight = portion(weight, 1, y, x == 1); // as much less in the first column
                } else {
                    weight = portion(weight, 1, y, true);
                    weight = portion(weight, 0, x, y == 1); // as much less in the first row
                }
                tap.x = each[0].texel[static_cast<std::size_t>(x)];
                tap.y = each[1].texel[static_cast<std::size_t>(y)];
                tap.slice = third_is_slice ? slice : each[2].texel[static_cast<std::size_t>(z)];
                tap.is_inside = each[0].is_inside[static_cast<std::size_t>(x)] &&
                                each[1].is_inside[static_cast<std::size_t>(y)] &&
                                each[2].is_inside[static_cast<std::size_t>(z)];
                tap.counts = counts(0, x) && counts(1, y) && counts(2, z);
                tap.weight = static_cast<float>(weight) / 256;
            }
    return taps;
}

std::int64_t layer_of(const Image& image, std::int64_t layer, std::int64_t faces) {
    // A negative number is a large one.
    return std::min<std::int64_t>(static_cast<std::uint32_t>(layer), image.slices / faces - 1) *
           faces;
}

// Whole coordinates in an array. They know no address modes, as an H200 answers: zero comes from
// outside, from a layer that is not there, and from a line in any case; where a level is asked for,
// the element at the edge.
Taps find_whole(const Image& image, Geometry geometry, const FetchPlace& place,
                std::int64_t slice) {
    Taps taps;
    const std::array<std::int64_t, 3> sizes{image.width, image.height, image.slices};
    std::array<std::int64_t, 3> at{0, 0, slice};
    const bool is_other_layer = isa::has_layers(geometry) && slice != place.layer;
    taps.reads_nothing =
        geometry == Geometry::line || !place.is_of_level || (is_other_layer && !place.has_level);
    for (std::size_t i = 0; i < static_cast<std::size_t>(isa::coordinates_of(geometry)); ++i) {
        const std::int64_t index = std::int64_t{place.index[i]} + place.offset[i];
        at[i] = std::clamp<std::int64_t>(index, 0, sizes[i] - 1);
        if (at[i] != index && !place.has_level) taps.reads_nothing = true;
    }
    taps.all[0] = {at[0], at[1], at[2]};
    return taps;
}

Taps find(const Image& image, const Texture& texture, Geometry geometry, const FetchPlace& place,
          bool is_linear, const Share& share) {
    const Sampler& sampler = texture.sampler;
    if (texture.is_linear_memory) {
        Taps taps; // by number alone: an offset does not count (asked of an H200)
        const std::int64_t index = place.index[0];
        taps.reads_nothing = !place.is_integer || index < 0 || index >= image.width;
        taps.all[0].x = taps.reads_nothing ? 0 : index;
        return taps;
    }
    if (image.width == 0 || image.height == 0) {
        Taps taps;
        taps.reads_nothing = true;
        return taps;
    }
    const bool is_cube = geometry == Geometry::cube || geometry == Geometry::cubes;
    const std::int64_t faces = is_cube ? 6 : 1;
    std::int64_t slice = isa::has_layers(geometry) ? layer_of(image, place.layer, faces) : 0;
    std::array<float, 3> at = place.at;
    if (is_cube) {
        const FacePlace there = face_of(at);
        slice += there.face;
        at = {there.s, there.t, 0};
    }
    const auto dimensions =
        is_cube ? std::size_t{2} : static_cast<std::size_t>(isa::coordinates_of(geometry));
    const std::array<std::int64_t, 3> sizes{image.width, image.height, image.slices};
    if (place.is_integer) return find_whole(image, geometry, place, slice);
    std::array<Along, 3> each{};
    for (std::size_t i = 0; i < dimensions; ++i) {
        const AddressMode mode = mode_of(sampler, i);
        Sampler own = sampler;
        if (is_cube) own.has_normalised_coordinates = true;
        const double there = scaled(at[i], sizes[i], own, mode);
        each[i] = along(there, place.offset[i], sizes[i], is_linear, mode);
    }
    // A line is a plane of one row, and its second coordinate 0: between the border and that row.
    // A negative offset reaches into that of the row, as an H200 answers.
    if (geometry == Geometry::line && sampler.modes[1] == AddressMode::border)
        each[1] = along(0, place.offset[0] < 0 ? -1 : 0, 1, is_linear, AddressMode::border);
    return combine(each, slice, dimensions < 3, share);
}

} // namespace

Taps find_taps(const Image& image, const Texture& texture, Geometry geometry,
               const FetchPlace& place, const Share& share) {
    return find(image, texture, geometry, place,
                texture.sampler.is_linear && gives_floats(image, texture.sampler), share);
}

// Orders the square's texels from the lower left one round: (0, 1), (1, 1), (1, 0), (0, 0).
Taps find_gathered(const Image& image, const Texture& texture, Geometry geometry,
                   const FetchPlace& place) {
    const Taps square = find(image, texture, geometry, place, true, {});
    Taps taps = square;
    const std::array<std::size_t, 4> order{2, 3, 1, 0};
    for (std::size_t i = 0; i < 4; ++i) taps.all[i] = square.all[order[i]];
    return taps;
}

Levels find_levels(const Texture& texture, float detail) {
    const Sampler& sampler = texture.sampler;
    const auto last = static_cast<float>(texture.levels.size() - 1);
    float level = detail + sampler.bias;
    if (std::isnan(level)) level = 0;
    level =
        std::clamp(level, sampler.least_level, std::max(sampler.least_level, sampler.most_level));
    level = std::clamp(level, 0.f, last);
    const auto fixed = static_cast<std::uint32_t>(level * 256);
    if (!sampler.is_linear_between_levels) {
        const std::size_t nearest = (fixed + 128) / 256;
        return {nearest, nearest, 0};
    }
    const std::size_t first = fixed / 256;
    return {first, std::min(first + 1, texture.levels.size() - 1), fixed % 256};
}

} // namespace vgpu::exec
