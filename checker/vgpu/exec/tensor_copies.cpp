#include "vgpu/exec/tensor_copies.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

namespace vgpu::exec {

namespace {

// Cuts a row that begins at `first` of the first dimension to what is within the tensor.
void clip(const TensorMap& map, std::int64_t first, BoxRow& row) {
    const auto size = static_cast<std::int64_t>(map.unit_bytes());
    const auto end =
        std::min<std::int64_t>(first + map.row_units(), static_cast<std::int64_t>(map.dims[0]));
    const std::int64_t begin = std::max<std::int64_t>(first, 0);
    if (begin >= end) return;
    row.begin = static_cast<std::uint32_t>((begin - first) * size);
    row.bytes = static_cast<std::uint32_t>((end - begin) * size);
    row.address += static_cast<std::uint64_t>(begin * size);
}

template <class Word>
void fill_words(std::vector<std::byte>& bytes, Word word) {
    for (std::size_t at = 0; at + sizeof word <= bytes.size(); at += sizeof word)
        std::memcpy(&bytes[at], &word, sizeof word);
}

// Rounds to the nearest number with 10 bits behind the point, ties to even; an H200 makes both
// tfloat32 types alike.
std::uint32_t as_tfloat32(std::uint32_t bits) {
    constexpr std::uint32_t lost = 0x1fff, nan = 0x7fffe000;
    if ((bits & 0x7fffffffu) > 0x7f800000u) return nan;
    return (bits + lost / 2 + (bits >> 13 & 1)) & ~lost;
}

} // namespace

namespace {

using Pixel = std::array<std::int64_t, most_tensor_rank>;

// The part of one pixel's channels, or of their slice, that is within the tensor. Offsets are of
// pixels: the others are 0.
BoxRow row_of_pixel(const TensorMap& map, const Pixel& pixel, const Coordinates& offsets) {
    BoxRow row;
    row.address = map.address;
    for (std::size_t i = 1; i < map.rank; ++i) {
        const std::int64_t there = pixel[i] + offsets[i];
        if (there < 0 || there >= static_cast<std::int64_t>(map.dims[i])) return row;
        row.address += static_cast<std::uint64_t>(there) * map.stride(i);
    }
    clip(map, pixel[0] + offsets[0], row);
    return row;
}

// Pixel after pixel, line after line, image after image, within the box of pixels.
std::vector<BoxRow> pixels_of_column(const TensorMap& map, const Coordinates& begin,
                                     const Coordinates& offsets) {
    Pixel at;
    std::copy(begin.begin(), begin.end(), at.begin());
    std::vector<BoxRow> rows;
    const std::size_t first = map.first_pixel_dimension(), images = map.rank - 1;
    for (std::uint32_t i = 0; i < map.pixels; ++i) {
        rows.push_back(row_of_pixel(map, at, offsets));
        std::size_t carried = 0;
        for (; carried < map.pixel_dimensions(); ++carried) {
            const std::size_t d = first + carried;
            at[d] += map.steps[d];
            if (at[d] < static_cast<std::int64_t>(map.dims[d]) + map.upper[carried]) break;
            at[d] = map.lower[carried];
        }
        if (carried == map.pixel_dimensions()) at[images] += map.steps[images];
    }
    return rows;
}

} // namespace

std::vector<BoxRow> rows_of_box(const TensorMap& map, const Coordinates& at,
                                const Coordinates& offsets) {
    if (map.is_im2col) return pixels_of_column(map, at, offsets);
    std::vector<BoxRow> rows(map.rows());
    std::array<std::uint32_t, most_tensor_rank> index{};
    const std::size_t innermost = map.has_rows_of_slices() ? 0 : 1;
    for (BoxRow& row : rows) {
        bool is_inside = true;
        row.address = map.address;
        for (std::size_t i = 1; i < map.rank; ++i) {
            const std::int64_t there = at[i] + std::int64_t{index[i]} * map.steps[i];
            is_inside = is_inside && there >= 0 && there < static_cast<std::int64_t>(map.dims[i]);
            row.address += static_cast<std::uint64_t>(there) * map.stride(i);
        }
        if (is_inside) clip(map, at[0] + std::int64_t{index[0]} * map.steps[0], row);
        for (std::size_t i = innermost; i < map.rank; ++i) { // the next one
            if (++index[i] < map.count(i)) break;
            index[i] = 0;
        }
    }
    return rows;
}

// An H200 fills all types with the same 16 bits, which are the NaN that fma.oob looks for.
std::vector<std::byte> fill_of(const TensorMap& map, std::size_t bytes) {
    std::vector<std::byte> fill(bytes);
    if (map.fills_with_nan) fill_words(fill, std::uint16_t{0x7ff7});
    return fill;
}

void convert_elements(TensorType type, std::byte* bytes, std::size_t count) {
    if (type < TensorType::tfloat32) return; // float32_ftz is not flushed
    for (std::size_t at = 0; at + 4 <= count; at += 4) {
        std::uint32_t bits = 0;
        std::memcpy(&bits, bytes + at, sizeof bits);
        bits = as_tfloat32(bits);
        std::memcpy(bytes + at, &bits, sizeof bits);
    }
}

// What is left out an H100 answered with an illegal instruction (checker/tests/silicon).
isa::AtomicFunction reduction_of(isa::Reduction reduction, TensorType type) {
    using isa::Reduction;
    using ptx::Space;
    using ptx::Type;
    const bool is_bitwise = reduction >= Reduction::and_;
    const bool is_order = reduction == Reduction::min || reduction == Reduction::max;
    const auto of = [&](Type reduced, Space space = Space::shared) {
        return isa::reduction_of(reduction, reduced, space);
    };
    switch (type) {
    case TensorType::uint32:
        return of(is_bitwise ? Type::b32 : Type::u32);
    case TensorType::int32:
        return of(is_bitwise ? Type::b32 : Type::s32);
    case TensorType::uint64:
        return of(is_bitwise ? Type::b64 : Type::u64);
    case TensorType::int64:
        return is_order ? of(Type::s64) : nullptr;
    case TensorType::float16:
        return of(Type::f16);
    case TensorType::bfloat16:
        return of(Type::bf16);
    case TensorType::float32:
    case TensorType::tfloat32:
        return of(Type::f32);
    case TensorType::float32_ftz:
    case TensorType::tfloat32_ftz:
        return of(Type::f32, Space::global); // whose atomics flush
    case TensorType::float64:
        return of(Type::f64, Space::global);
    default:
        return nullptr;
    }
}

} // namespace vgpu::exec
