// What a CUtensorMap holds: how a tensor lies in global memory, and which box of it a copy moves,
// or which column of pixels (cuTensorMapEncodeTiled, cuTensorMapEncodeIm2col; PTX ISA 5.5). NVIDIA
// says of its 128 bytes that only the driver and the GPU know them. These are the virtual GPU's
// own; a checksum tells them from anything else.
#pragma once

#include "vgpu/isa/instruction.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace vgpu::exec {

inline constexpr int most_tensor_rank = 5;
inline constexpr std::size_t tensor_map_bytes = 128, tensor_map_alignment = 64;

// The values of CUtensorMapDataType, of which those behind tfloat32_ftz need sm_100.
enum class TensorType : std::uint8_t {
    uint8,
    uint16,
    uint32,
    int32,
    uint64,
    int64,
    float16,
    float32,
    float64,
    bfloat16,
    float32_ftz,
    tfloat32,
    tfloat32_ftz,
    count
};
int bytes_of(TensorType type);
bool is_float(TensorType type);

// The values of CUtensorMapSwizzle that sm_90 has.
enum class Swizzle : std::uint8_t { none, of_32, of_64, of_128, count };

// The values of CUtensorMapInterleave. In the layouts of 16 and 32 bytes the channels are cut into
// slices: the first dimension counts slices that lie side by side, whatever the type is, and the
// last dimension but one says which slice of the channels; a copy moves one of that.
enum class Interleave : std::uint8_t { none, of_16, of_32, count };

struct TensorMap {
    TensorType type = TensorType::uint8;
    Swizzle swizzle = Swizzle::none;
    Interleave interleave = Interleave::none;
    bool fills_with_nan = false; // what is out of bounds; otherwise with zeros
    std::uint32_t rank = 0;
    std::uint64_t address = 0;
    std::array<std::uint64_t, most_tensor_rank> dims{};        // elements; 1 to 2^32
    std::array<std::uint64_t, most_tensor_rank - 1> strides{}; // bytes, of the dimensions from 1 on
    std::array<std::uint32_t, most_tensor_rank> box{};         // elements; 1 to 256
    std::array<std::uint32_t, most_tensor_rank> steps{};       // element strides; 1 to 8
    // im2col: the first dimension has channels, the last one images, and those between pixels;
    // where the channels are cut into slices, pixels come first, and before the images the slices.
    // A copy moves the box[0] channels, or one slice whatever box[0] is, of so many pixels. The box
    // of pixels that the copies go through begins `lower` from an image's begin, and ends `upper`
    // from its end.
    bool is_im2col = false;
    std::uint32_t pixels = 0; // 1 to 1024
    std::array<std::int32_t, most_tensor_rank - 2> lower{}, upper{};

    std::size_t pixel_dimensions() const { return rank - 2; }
    std::size_t first_pixel_dimension() const { return is_interleaved() ? 0 : 1; }

    bool is_interleaved() const { return interleave != Interleave::none; }
    // Bytes of what the first dimension counts.
    std::uint32_t unit_bytes() const {
        return is_interleaved() ? 8u << static_cast<int>(interleave)
                                : static_cast<std::uint32_t>(bytes_of(type));
    }
    // Bytes of the dimension i.
    std::uint64_t stride(std::size_t i) const { return i == 0 ? unit_bytes() : strides[i - 1]; }
    // How many elements a copy moves along a dimension. The first dimension has steps only where it
    // counts slices.
    std::uint32_t count(std::size_t i) const {
        if (is_interleaved() && i == rank - 2) return 1;
        return i == 0 && !is_interleaved() ? box[0] : (box[i] + steps[i] - 1) / steps[i];
    }
    // Slices that do not lie side by side are rows of their own, and so are those of pixels.
    bool has_rows_of_slices() const { return is_interleaved() && (is_im2col || steps[0] > 1); }
    std::uint32_t row_units() const { return has_rows_of_slices() ? 1 : box[0]; }
    std::uint32_t row_bytes() const { return row_units() * unit_bytes(); }
    // The distance between rows of the box in shared memory: a swizzle has rows of its own width,
    // except for slices.
    std::uint32_t row_pitch() const {
        const std::uint32_t bytes = row_bytes();
        return swizzle == Swizzle::none || is_interleaved() ? bytes
                                                            : 16u << static_cast<int>(swizzle);
    }
    std::uint32_t rows() const {
        if (is_im2col) return pixels;
        std::uint32_t all = has_rows_of_slices() ? count(0) : 1;
        for (std::size_t i = 1; i < rank; ++i) all *= count(i);
        return all;
    }
    std::uint64_t box_bytes() const {
        if (is_im2col) return std::uint64_t{row_bytes()} * pixels;
        std::uint64_t all = std::uint64_t{count(0)} * unit_bytes();
        for (std::size_t i = 1; i < rank; ++i) all *= count(i); // at most 256 each
        return all;
    }
};

// Where a byte of shared memory goes under a swizzle (PTX ISA 5.5.7): 16-byte pieces change places
// within a row of 32, 64 or 128 bytes, by bits of the address from 128 bytes on.
constexpr std::uint64_t swizzled(Swizzle swizzle, std::uint64_t address) {
    const std::uint64_t pieces = (1ull << static_cast<int>(swizzle)) - 1; // 0, 1, 3, 7
    return address ^ ((address >> 7 & pieces) << 4);
}

using TensorMapImage = std::array<std::byte, tensor_map_bytes>;
TensorMapImage image_of(const TensorMap& map);
// Nothing, if these bytes are no tensor map.
std::optional<TensorMap> tensor_map_of(const TensorMapImage& image);

// Replaces a field (tensormap.replace), with values as the instruction has them. The result need
// not be a map. False: the bytes were no map before.
bool replace_field(TensorMapImage& image, isa::MapField field, std::uint32_t dimension,
                   std::uint64_t value);

// What is wrong with a map that a program describes, by the rules of cuTensorMapEncodeTiled; empty
// if it can be made. The values of enums may be any.
std::string problem_of(const TensorMap& map);

} // namespace vgpu::exec
