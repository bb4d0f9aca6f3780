// The box of a tensor that a copy moves: where its rows lie in global and in shared memory
// (PTX ISA 5.5, tile mode and im2col mode).
#pragma once

#include "vgpu/exec/tensor_map.hpp"
#include "vgpu/isa/reduction.hpp"

#include <algorithm>
#include <vector>

namespace vgpu::exec {

// The part of one row of the box that is within the tensor.
struct BoxRow {
    std::uint64_t address = 0; // in global memory
    std::uint32_t begin = 0;   // of the row's bytes
    std::uint32_t bytes = 0;   // 0: all of it is out of bounds
};

using Coordinates = std::array<std::int32_t, most_tensor_rank>;

// The rows in their order in shared memory. `offsets`: for an im2col map, from the pixels that are
// gone through to those that are moved.
std::vector<BoxRow> rows_of_box(const TensorMap& map, const Coordinates& at,
                                const Coordinates& offsets = {});

// What copies to shared memory put in place of elements out of bounds: `bytes` bytes.
std::vector<std::byte> fill_of(const TensorMap& map, std::size_t bytes);

// Elements as a copy to shared memory changes them: the tfloat32 types.
void convert_elements(TensorType type, std::byte* bytes, std::size_t count);

// What a reduction of the tensor does to an element; nullptr: its type has none of that name.
isa::AtomicFunction reduction_of(isa::Reduction reduction, TensorType type);

// Calls body(address, offset, bytes) for the parts of a row's bytes that are contiguous in shared
// memory, where the box begins at `base`. Offsets count from the row's first byte. Stops when body
// returns false.
template <class Body>
bool for_parts_in_shared(const TensorMap& map, std::uint64_t base, std::size_t row,
                         std::uint32_t begin, std::uint32_t bytes, const Body& body) {
    const std::uint64_t first = base + row * map.row_pitch();
    if (map.swizzle == Swizzle::none) return body(first + begin, begin, bytes);
    for (std::uint32_t at = begin; at < begin + bytes;) {
        const std::uint32_t next = std::min(begin + bytes, at / 16 * 16 + 16);
        if (!body(swizzled(map.swizzle, first + at), at, next - at)) return false;
        at = next;
    }
    return true;
}

} // namespace vgpu::exec
