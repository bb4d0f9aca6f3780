// Lesson 31, further: four points of a thread, in loads and stores of 16 bytes. As quick as a copy;
// see lesson 36.
#include "coalescing.hpp"

#define to_arrays to_arrays_by_floats
#include "coalescing.cu"
#undef to_arrays

#include <cstdint>

constexpr int points_of_thread = 4;

// Arrays of whole groups of four points. A block has a tile of so many groups as it has threads.
__global__ void fours_kernel(const float4* __restrict__ points, std::ptrdiff_t groups,
                             float4* __restrict__ x, float4* __restrict__ y,
                             float4* __restrict__ z) {
    __shared__ float4 tile[fields_of_point * points_per_block];
    const std::ptrdiff_t first = std::ptrdiff_t{blockIdx.x} * points_per_block;
    const int t = threadIdx.x;
    // Four points are three vectors. All three are on their way before the first is put down.
    float4 own[fields_of_point];
#pragma unroll
    for (int j = 0; j < fields_of_point; ++j) {
        const std::ptrdiff_t i = fields_of_point * first + j * points_per_block + t;
        if (i < fields_of_point * groups) own[j] = points[i];
    }
#pragma unroll
    for (int j = 0; j < fields_of_point; ++j) tile[j * points_per_block + t] = own[j];
    __syncthreads();
    if (first + t >= groups) return;
    // Eight lanes read at a time: their vectors lie 12 words apart, in different banks.
    const float4 a = tile[3 * t], b = tile[3 * t + 1], c = tile[3 * t + 2];
    x[first + t] = make_float4(a.x, a.w, b.z, c.y);
    y[first + t] = make_float4(a.y, b.x, b.w, c.z);
    z[first + t] = make_float4(a.z, b.y, c.x, c.w);
}

static bool begins_well(const float* array) {
    return reinterpret_cast<std::uintptr_t>(array) % sizeof(float4) == 0;
}

void to_arrays(const float* points, std::size_t n, float* x, float* y, float* z) {
    if (n == 0) return;
    if (n % points_of_thread != 0 || !begins_well(points) || !begins_well(x) || !begins_well(y) ||
        !begins_well(z)) {
        to_arrays_by_floats(points, n, x, y, z);
        return;
    }
    const std::size_t groups = n / points_of_thread;
    const auto blocks = static_cast<unsigned>((groups + points_per_block - 1) / points_per_block);
    fours_kernel<<<blocks, points_per_block>>>(
        reinterpret_cast<const float4*>(points), static_cast<std::ptrdiff_t>(groups),
        reinterpret_cast<float4*>(x), reinterpret_cast<float4*>(y), reinterpret_cast<float4*>(z));
    check(cudaGetLastError());
}
