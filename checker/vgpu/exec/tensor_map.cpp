#include "vgpu/exec/tensor_map.hpp"

#include "wire/fnv1a.hpp"

#include <algorithm>
#include <cstring>
#include <fmt/format.h>
#include <type_traits>

namespace vgpu::exec {

namespace {

// The 128 bytes.
struct MapBytes {
    std::uint64_t checksum = 0; // of the bytes behind it
    std::uint64_t address = 0;
    std::uint64_t strides[most_tensor_rank - 1] = {};
    std::uint32_t last[most_tensor_rank] = {}; // the last index of each dimension
    std::uint16_t box[most_tensor_rank] = {};
    std::uint8_t steps[most_tensor_rank] = {};
    std::uint8_t rank = 0, type = 0, swizzle = 0, fills_with_nan = 0;
    std::uint8_t interleave = 0, is_im2col = 0, unused = 0;
    std::uint16_t pixels = 0;
    std::int16_t lower[most_tensor_rank - 2] = {}, upper[most_tensor_rank - 2] = {};
    std::uint8_t unused_end[16] = {};
};
static_assert(sizeof(MapBytes) <= tensor_map_bytes);
// Padding would have any value, and the same map two checksums.
static_assert(std::has_unique_object_representations_v<MapBytes>);

// An image of zeros is no map.
std::uint64_t checksum_of(const TensorMapImage& image) {
    const std::string_view bytes(reinterpret_cast<const char*>(image.data()), image.size());
    return workbook::wire::fnv1a(bytes.substr(sizeof(std::uint64_t)));
}

constexpr std::uint64_t most_dim = 1ull << 32, most_stride = 1ull << 40;
constexpr std::uint32_t most_box = 256, most_step = 8, most_pixels = 1024;
// The shared memory of a block of compute capability 9.0. The driver makes no map of a box of 256
// KiB; up to where it
// does is not known.
constexpr std::uint64_t most_box_bytes = 227 << 10;

// The order of the types in PTX is another one (PTX ISA 9.7.9.26).
TensorType type_in_ptx(std::uint32_t value) {
    static constexpr TensorType types[] = {
        TensorType::uint8,       TensorType::uint16,  TensorType::uint32,   TensorType::int32,
        TensorType::uint64,      TensorType::int64,   TensorType::float16,  TensorType::float32,
        TensorType::float32_ftz, TensorType::float64, TensorType::bfloat16, TensorType::tfloat32,
        TensorType::tfloat32_ftz};
    return value < std::size(types) ? types[value] : TensorType::count;
}

// What addresses and strides have to be multiples of.
std::uint64_t alignment_of(const TensorMap& map) {
    return map.interleave == Interleave::of_32 ? 32 : 16;
}

std::string problem_of_dimension(const TensorMap& map, std::size_t i) {
    if (map.dims[i] == 0 || map.dims[i] > most_dim)
        return fmt::format("globalDim[{}] is {}: 1 to 2^32 are possible", i, map.dims[i]);
    if (!map.is_im2col && (map.box[i] == 0 || map.box[i] > most_box))
        return fmt::format("boxDim[{}] is {}: 1 to {} are possible", i, map.box[i], most_box);
    if (map.steps[i] == 0 || map.steps[i] > most_step)
        return fmt::format("elementStrides[{}] is {}: 1 to {} are possible", i, map.steps[i],
                           most_step);
    if (i == 0) return {};
    const std::uint64_t stride = map.strides[i - 1];
    if (stride % alignment_of(map) != 0 || stride >= most_stride)
        return fmt::format("globalStrides[{}] is {} bytes: it has to be a multiple of {} bytes "
                           "below 2^40",
                           i - 1, stride, alignment_of(map));
    return {};
}

// Checks the layout as an H200's driver does.
std::string problem_of_interleaving(const TensorMap& map) {
    if (map.interleave >= Interleave::count)
        return fmt::format("interleave is {}, which no layout has",
                           static_cast<int>(map.interleave));
    if (map.is_interleaved() && map.rank < 3)
        return fmt::format("tensorRank is {}, and an interleaved layout has at least 3 dimensions",
                           map.rank);
    return {};
}

// What only im2col maps have.
std::string problem_of_pixels(const TensorMap& map) {
    if (map.rank < 3) return fmt::format("tensorRank is {}: 3 to 5 are possible", map.rank);
    if (map.box[0] == 0 || map.box[0] > most_box)
        return fmt::format("channelsPerPixel is {}: 1 to {} are possible", map.box[0], most_box);
    if (map.pixels == 0 || map.pixels > most_pixels)
        return fmt::format("pixelsPerColumn is {}: 1 to {} are possible", map.pixels, most_pixels);
    const std::int64_t most = map.rank == 3 ? 32767 : map.rank == 4 ? 127 : 15;
    for (std::size_t i = 0; i < map.pixel_dimensions(); ++i) {
        const std::int64_t lower = map.lower[i], upper = map.upper[i];
        if (std::min(lower, upper) < -most - 1 || std::max(lower, upper) > most)
            return fmt::format("the corners of dimension {} are {} and {}: {} to {} are possible",
                               map.first_pixel_dimension() + i, lower, upper, -most - 1, most);
        const std::size_t dimension = map.first_pixel_dimension() + i;
        if (static_cast<std::int64_t>(map.dims[dimension]) + upper - lower <= 0)
            return fmt::format("the box of pixels is empty in dimension {}: the corners are {} and "
                               "{}, and the tensor has {} there",
                               dimension, lower, upper, map.dims[dimension]);
    }
    return {};
}

} // namespace

int bytes_of(TensorType type) {
    static constexpr int bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
    static_assert(std::size(bytes) == static_cast<std::size_t>(TensorType::count));
    return bytes[static_cast<std::size_t>(type)];
}

bool is_float(TensorType type) { return type >= TensorType::float16; }

namespace {

TensorMapImage with_checksum(MapBytes map_bytes) {
    TensorMapImage image{};
    std::memcpy(image.data(), &map_bytes, sizeof map_bytes);
    map_bytes.checksum = checksum_of(image);
    std::memcpy(image.data(), &map_bytes.checksum, sizeof map_bytes.checksum);
    return image;
}

} // namespace

TensorMapImage image_of(const TensorMap& map) {
    MapBytes map_bytes;
    map_bytes.address = map.address;
    map_bytes.rank = static_cast<std::uint8_t>(map.rank);
    map_bytes.type = static_cast<std::uint8_t>(map.type);
    map_bytes.swizzle = static_cast<std::uint8_t>(map.swizzle);
    map_bytes.interleave = static_cast<std::uint8_t>(map.interleave);
    map_bytes.fills_with_nan = map.fills_with_nan;
    for (std::size_t i = 0; i < map.rank; ++i) {
        if (i > 0) map_bytes.strides[i - 1] = map.strides[i - 1];
        map_bytes.last[i] = static_cast<std::uint32_t>(map.dims[i] - 1);
        map_bytes.box[i] = static_cast<std::uint16_t>(map.box[i]);
        map_bytes.steps[i] = static_cast<std::uint8_t>(map.steps[i]);
    }
    map_bytes.is_im2col = map.is_im2col;
    map_bytes.pixels = static_cast<std::uint16_t>(map.pixels);
    for (std::size_t i = 0; i < map.lower.size(); ++i) {
        map_bytes.lower[i] = static_cast<std::int16_t>(map.lower[i]);
        map_bytes.upper[i] = static_cast<std::int16_t>(map.upper[i]);
    }
    return with_checksum(map_bytes);
}

// What does not fit a field is cut off (an H200: of a stride, and of a box of 0, which is 256).
bool replace_field(TensorMapImage& image, isa::MapField field, std::uint32_t dimension,
                   std::uint64_t value) {
    using isa::MapField;
    MapBytes map_bytes;
    std::memcpy(&map_bytes, image.data(), sizeof map_bytes);
    if (map_bytes.checksum != checksum_of(image)) return false;
    const auto word = static_cast<std::uint32_t>(value);
    switch (field) {
    case MapField::address:
        map_bytes.address = value;
        break;
    case MapField::rank:
        map_bytes.rank = static_cast<std::uint8_t>((word & 7) + 1);
        break;
    case MapField::box:
        map_bytes.box[dimension] = static_cast<std::uint16_t>((word - 1) % most_box + 1);
        break;
    case MapField::dim:
        map_bytes.last[dimension] = word - 1;
        break;
    case MapField::stride:
        map_bytes.strides[dimension] = value / 16 * 16;
        break;
    case MapField::step:
        map_bytes.steps[dimension] = static_cast<std::uint8_t>((word - 1) % most_step + 1);
        break;
    case MapField::type:
        map_bytes.type = static_cast<std::uint8_t>(type_in_ptx(word));
        break;
    case MapField::interleave:
        map_bytes.interleave = static_cast<std::uint8_t>(word);
        break;
    case MapField::swizzle:
        map_bytes.swizzle = static_cast<std::uint8_t>(word);
        break;
    case MapField::fill:
        map_bytes.fills_with_nan = word != 0;
        break;
    }
    image = with_checksum(map_bytes);
    return true;
}

std::optional<TensorMap> tensor_map_of(const TensorMapImage& image) {
    MapBytes map_bytes;
    std::memcpy(&map_bytes, image.data(), sizeof map_bytes);
    if (map_bytes.checksum != checksum_of(image)) return std::nullopt;
    TensorMap map;
    map.address = map_bytes.address;
    map.rank = map_bytes.rank;
    map.type = static_cast<TensorType>(map_bytes.type);
    map.swizzle = static_cast<Swizzle>(map_bytes.swizzle);
    map.fills_with_nan = map_bytes.fills_with_nan != 0;
    map.is_im2col = map_bytes.is_im2col != 0;
    map.pixels = map_bytes.pixels;
    std::copy_n(map_bytes.lower, map.lower.size(), map.lower.begin());
    std::copy_n(map_bytes.upper, map.upper.size(), map.upper.begin());
    map.interleave = static_cast<Interleave>(map_bytes.interleave);
    if (map.rank == 0 || map.rank > most_tensor_rank) return std::nullopt;
    for (std::size_t i = 0; i < map.rank; ++i) {
        if (i > 0) map.strides[i - 1] = map_bytes.strides[i - 1];
        map.dims[i] = std::uint64_t{map_bytes.last[i]} + 1;
        map.box[i] = map_bytes.box[i];
        map.steps[i] = map_bytes.steps[i];
    }
    // A program can forge the sum; what follows must not break the virtual GPU.
    return problem_of(map).empty() ? std::optional(map) : std::nullopt;
}

std::string problem_of(const TensorMap& map) {
    if (map.type >= TensorType::count)
        return fmt::format("tensorDataType is {}, which no GPU before compute capability 10.0 has",
                           static_cast<int>(map.type));
    if (map.rank == 0 || map.rank > most_tensor_rank)
        return fmt::format("tensorRank is {}: 1 to {} are possible", map.rank, most_tensor_rank);
    if (std::string problem = problem_of_interleaving(map); !problem.empty()) return problem;
    if (map.address % alignment_of(map) != 0)
        return fmt::format("globalAddress {:#x} is not a multiple of {} bytes", map.address,
                           alignment_of(map));
    for (std::size_t i = 0; i < map.rank; ++i)
        if (std::string problem = problem_of_dimension(map, i); !problem.empty()) return problem;
    if (map.is_im2col)
        if (std::string problem = problem_of_pixels(map); !problem.empty()) return problem;
    const std::uint32_t elements_bytes =
        map.box[0] * static_cast<std::uint32_t>(bytes_of(map.type));
    if (elements_bytes % 16 != 0) // of an interleaved layout, too
        return fmt::format("a row of the box, boxDim[0], has {} bytes, which is not a multiple of "
                           "16",
                           elements_bytes);
    // An H200's driver counts all channels of a column, also where a copy moves a slice of them.
    const std::uint64_t bytes =
        map.is_im2col ? std::uint64_t{elements_bytes} * map.pixels : map.box_bytes();
    if (bytes > most_box_bytes)
        return fmt::format("the box has {} bytes, and shared memory has room for {}", bytes,
                           most_box_bytes);
    if (map.swizzle >= Swizzle::count)
        return fmt::format("swizzle is {}, which no GPU before compute capability 10.0 has",
                           static_cast<int>(map.swizzle));
    if (map.swizzle != Swizzle::none && map.row_bytes() > map.row_pitch())
        return fmt::format(
            "a row of the box, boxDim[0], has {} bytes, and the swizzle has room for "
            "{}",
            map.row_bytes(), map.row_pitch());
    if (map.fills_with_nan && !is_float(map.type))
        return "oobFill asks for NaN, which only floating-point types have";
    return {};
}

} // namespace vgpu::exec
