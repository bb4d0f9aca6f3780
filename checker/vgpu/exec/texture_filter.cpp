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

// In texels.
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

// The texels of a box around the place, and their weights, of 256 together. An H100's answers
// (api_textures.txt): all for one and two dimensions; of three some weights of it differ by 1/256.
Taps combine(const std::array<Along, 3>& each, std::int64_t slice, bool third_is_slice) {
    Taps taps;
    taps.count = 0;
    const auto portion = [&](std::uint32_t weight, std::size_t dimension, int chosen, bool up) {
        if (each[dimension].count == 1) return weight;
        const std::uint32_t further = part(weight, each[dimension].fraction, up);
        return chosen == 1 ? further : weight - further;
    };
    const bool has_depth = each[2].count == 2;
    for (int z = 0; z < each[2].count; ++z)
        for (int y = 0; y < each[1].count; ++y)
            for (int x = 0; x < each[0].count; ++x) {
                Tap& tap = taps.all[static_cast<std::size_t>(taps.count++)];
                std::uint32_t weight = 256;
                if (has_depth) {
                    weight = portion(weight, 2, z, true);
                    weight = portion(weight, 0, x, true);
                    weight = portion(weight, 1, y, x != z);
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
          bool is_linear) {
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
    return combine(each, slice, dimensions < 3);
}

float float_of_half(std::uint32_t half) {
    const std::uint32_t exponent = half >> 10 & 31, fraction = half & 1023;
    const float sign = (half & 0x8000u) != 0 ? -1.f : 1.f;
    if (exponent == 31)
        return std::bit_cast<float>((half & 0x8000u) << 16 | 0x7f800000u | fraction << 13);
    const float magnitude = exponent == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                                          : std::ldexp(static_cast<float>(1024 + fraction),
                                                       static_cast<int>(exponent) - 25);
    return sign * magnitude;
}

std::uint32_t decode_channel(std::uint32_t raw, const TexelFormat& format, bool normalised) {
    if (format.kind == ChannelKind::floating)
        return format.bits == 16 ? std::bit_cast<std::uint32_t>(float_of_half(raw)) : raw;
    const int unused = 32 - format.bits;
    const auto as_signed = static_cast<std::int32_t>(raw << unused) >> unused;
    if (!normalised)
        return format.kind == ChannelKind::signed_integer ? static_cast<std::uint32_t>(as_signed)
                                                          : raw;
    if (format.kind == ChannelKind::unsigned_integer)
        return std::bit_cast<std::uint32_t>(static_cast<float>(raw) /
                                            static_cast<float>((1u << format.bits) - 1));
    const float greatest = static_cast<float>((1u << (format.bits - 1)) - 1);
    return std::bit_cast<std::uint32_t>(std::max(static_cast<float>(as_signed) / greatest, -1.f));
}

// To nearest, halves away from zero.
float rounded(double exact) {
    const auto nearest = static_cast<float>(exact);
    const double less = std::fabs(exact) - std::fabs(static_cast<double>(nearest));
    if (less <= 0 || !std::isfinite(nearest)) return nearest;
    const float further = std::nextafter(nearest, std::copysign(INFINITY, nearest));
    return std::fabs(static_cast<double>(further)) - std::fabs(exact) == less ? further : nearest;
}

// The integer that an image would hold in its place.
float quantised(float value, const TexelFormat& format) {
    const bool is_signed = format.kind == ChannelKind::signed_integer;
    const auto greatest = static_cast<float>((1u << (format.bits - (is_signed ? 1 : 0))) - 1);
    const float inside = std::isnan(value) ? 0 : std::clamp(value, is_signed ? -1.f : 0.f, 1.f);
    return std::ceil(inside * greatest - 0.5f);
}

} // namespace

Taps find_taps(const Image& image, const Texture& texture, Geometry geometry,
               const FetchPlace& place) {
    return find(image, texture, geometry, place,
                texture.sampler.is_linear && gives_floats(image, texture.sampler));
}

// From the lower left one round: (0, 1), (1, 1), (1, 0), (0, 0) of the square.
Taps find_gathered(const Image& image, const Texture& texture, Geometry geometry,
                   const FetchPlace& place) {
    const Taps square = find(image, texture, geometry, place, true);
    Taps taps = square;
    const std::array<std::size_t, 4> order{2, 3, 1, 0};
    for (std::size_t i = 0; i < 4; ++i) taps.all[i] = square.all[order[i]];
    return taps;
}

Texel decode(const std::byte* bytes, const TexelFormat& format, bool normalised) {
    Texel texel{};
    const auto width = static_cast<std::size_t>(format.bits / 8);
    for (std::size_t i = 0; i < static_cast<std::size_t>(format.channels); ++i) {
        std::uint32_t raw = 0;
        std::memcpy(&raw, bytes + i * width, width);
        texel[i] = decode_channel(raw, format, normalised);
    }
    return texel;
}

Texel border_of(const Sampler& sampler, const TexelFormat& format, bool normalised) {
    Texel texel{};
    for (std::size_t i = 0; i < static_cast<std::size_t>(format.channels); ++i) {
        const float value = sampler.border[i];
        if (format.kind == ChannelKind::floating) {
            texel[i] = std::bit_cast<std::uint32_t>(value);
        } else if (sampler.reads_normalised) {
            const auto whole = static_cast<std::int32_t>(quantised(value, format));
            texel[i] = normalised ? decode_channel(static_cast<std::uint32_t>(whole), format, true)
                                  : static_cast<std::uint32_t>(whole);
        } else {
            const float whole =
                std::isfinite(value) ? std::clamp(value, -2147483648.f, 2147483520.f) : 0.f;
            texel[i] = static_cast<std::uint32_t>(static_cast<std::int32_t>(whole));
        }
    }
    return texel;
}

namespace {

// As the hardware has it: integers that are read as floats are filtered as numbers of 16 bits with
// a sign or without, of 8 bits made so before; halves give halves.
double widened(std::uint32_t raw, const TexelFormat& format) {
    if (format.kind == ChannelKind::unsigned_integer)
        return format.bits == 8 ? raw * 257. : static_cast<double>(raw);
    const double value = static_cast<std::int32_t>(raw);
    return format.bits == 8 ? std::floor(value * 8 * 32767 / 127) / 8 : value;
}

float narrowed(double sum, const TexelFormat& format) {
    const double whole = std::floor(sum + 0.5);
    return format.kind == ChannelKind::unsigned_integer
               ? static_cast<float>(whole / 65535)
               : std::max(static_cast<float>(whole / 32767), -1.f);
}

// To nearest, halves of a unit to even.
float rounded_to_half(double exact) {
    if (!std::isfinite(exact) || exact == 0) return static_cast<float>(exact);
    int exponent = 0;
    std::frexp(exact, &exponent);
    const double unit = std::ldexp(1., std::max(exponent - 11, -24));
    const double result = std::nearbyint(exact / unit) * unit;
    return static_cast<float>(std::fabs(result) > 65504 ? std::copysign(INFINITY, exact) : result);
}

} // namespace

Texel weigh(const std::array<Texel, 8>& texels, const Taps& taps, const TexelFormat& format) {
    Texel result{};
    const bool is_float = format.kind == ChannelKind::floating;
    for (std::size_t channel = 0; channel < static_cast<std::size_t>(format.channels); ++channel) {
        double sum = 0;
        for (std::size_t i = 0; i < static_cast<std::size_t>(taps.count); ++i) {
            if (taps.all[i].weight == 0) continue;
            const std::uint32_t bits = texels[i][channel];
            sum += static_cast<double>(taps.all[i].weight) *
                   (is_float ? static_cast<double>(std::bit_cast<float>(bits))
                             : widened(bits, format));
        }
        const float value = !is_float           ? narrowed(sum, format)
                            : format.bits == 16 ? rounded_to_half(sum)
                                                : rounded(sum);
        const bool is_tiny = format.bits == 32 && std::fabs(value) < 0x1p-126f;
        result[channel] =
            std::isnan(value) ? 0x7fffffffu : std::bit_cast<std::uint32_t>(is_tiny ? 0.f : value);
    }
    return result;
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

Texel between(const Texel& first, const Texel& second, std::uint32_t fraction) {
    Texel result{};
    for (std::size_t channel = 0; channel < 4; ++channel) {
        const auto a = static_cast<double>(std::bit_cast<float>(first[channel]));
        const auto b = static_cast<double>(std::bit_cast<float>(second[channel]));
        result[channel] =
            std::bit_cast<std::uint32_t>(rounded((a * (256 - fraction) + b * fraction) / 256));
    }
    return result;
}

} // namespace vgpu::exec
