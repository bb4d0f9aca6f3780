// Accepted: the conversions of <cuda_fp8.h>, reductions of cooperative groups, a scale found by trying
// Replaces
//| #include "fp8_block_scaling.hpp"
#include "fp8_block_scaling.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cuda_fp8.h>
// end of Replaces
// Replaces
//| constexpr unsigned sign_bit = 0x80, nan_code = 0x7f; // of e4m3
//| constexpr unsigned scale_of_one = 127;               // the byte of 2^0
// end of Replaces
    // Solution 1
    return __nv_cvt_float_to_fp8(value, __NV_SATFINITE, __NV_E4M3);
    // end of Solution 1
// Solution 2
__device__ float counted(float value) { return isinf(value) || isnan(value) ? 0.0f : fabsf(value); }

__device__ float largest_of_group(float own, int lanes) {
    const auto warp = cooperative_groups::tiled_partition<32>(cooperative_groups::this_thread_block());
    const auto four = cooperative_groups::tiled_partition<4>(warp);
    const auto larger = cooperative_groups::greater<float>();
    return lanes == 4 ? cooperative_groups::reduce(four, own, larger)
                      : cooperative_groups::reduce(warp, own, larger);
}

// By trying: from the scale that is certainly large enough downwards.
__device__ unsigned scale_for(float largest) {
    if (largest == 0.0f) return 127;
    int byte = 248;
    while (byte > 0 && largest <= ldexpf(448.0f, byte - 1 - 127)) --byte;
    return byte;
}
// end of Solution 2
    // Solution 4
    return __half2float(__half(__nv_cvt_fp8_to_halfraw(code, __NV_E4M3)));
    // end of Solution 4
