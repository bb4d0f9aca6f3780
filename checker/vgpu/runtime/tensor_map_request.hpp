// The arguments of cuTensorMapEncodeTiled or cuTensorMapEncodeIm2col, as they travel from the
// program to the engine.
#pragma once

#include <cstdint>

namespace vgpu::runtime {

struct TensorMapRequest {
    std::uint64_t map = 0; // where the program wants it
    std::uint64_t address = 0;
    std::uint64_t dims[5] = {}, strides[4] = {};
    std::uint32_t box[5] = {}, steps[5] = {};
    std::uint32_t rank = 0;
    std::int32_t type = 0, interleave = 0, swizzle = 0, promotion = 0, fill = 0;
    std::uint32_t has_null = 0; // one of the pointers is null
    std::uint32_t is_im2col = 0;
    std::uint32_t pixels = 0, unused = 0; // of im2col; the channels are box[0]
    std::int32_t lower[3] = {}, upper[3] = {};
};

// A CUtensorMap: its bytes alone.
struct TensorMapBytes {
    std::uint64_t words[16] = {};
};

} // namespace vgpu::runtime
