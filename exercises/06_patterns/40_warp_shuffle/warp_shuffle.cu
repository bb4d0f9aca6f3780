// Lesson 40: values from lane to lane. README.md explains; fill in the four regions marked TODO.
#include "warp_shuffle.hpp"

#include "wire/cuda_check.hpp"

// The mask that names lanes 0 to lanes - 1. `lanes` is 1 to 32: a shift by 32 bits is undefined.
__device__ unsigned first_lanes(int lanes) { return 0xffffffffu >> (warp_size - lanes); }

// One step of the sum. Lanes 0 to lanes - 1 call this together, and no other lane does.
__device__ std::uint32_t add_step(std::uint32_t own, int lane, int lanes, int offset) {
    // TODO 1: add what lane `lane + offset` has, if that lane takes part. All callers
    // shuffle.
    return own;
    // end of TODO 1
}

__global__ void add_steps_kernel(const std::uint32_t* values, int lanes, int steps,
                                 std::uint32_t* state) {
    const int lane = threadIdx.x; // a block of one warp
    std::uint32_t own = values[lane];
    if (lane < lanes) {
        for (int step = 0; step < steps; ++step) own = add_step(own, lane, lanes, 16 >> step);
    }
    __syncwarp(); // here all 32 meet again
    state[lane] = own;
}

// In the kernels below all 32 lanes of a warp are there; a lane with i >= n has no value.
__global__ void sums_kernel(const std::uint32_t* values, std::size_t n, std::uint32_t* sums) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % warp_size;
    // TODO 2: five steps with all 32 lanes; lane 0 writes the sum of its warp, if the warp has
    // values.
    if (i < n && lane == 0) sums[i / warp_size] = values[i];
    // end of TODO 2
}

__global__ void ballots_kernel(const std::uint32_t* values, std::size_t n, std::uint32_t limit,
                               std::uint32_t* ballots) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % warp_size;
    // TODO 3: ask all 32 lanes; lane 0 writes the answer, if the warp has values.
    if (i < n && lane == 0) ballots[i / warp_size] = values[i] > limit;
    // end of TODO 3
}

__global__ void compact_kernel(const std::uint32_t* values, std::size_t n, std::uint32_t limit,
                               std::uint32_t* kept, std::uint32_t* counts) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % warp_size;
    // TODO 4: the ballot tells each lane how many of the lanes below it keep a value.
    if (i < n && values[i] > limit) kept[i] = values[i];
    if (i < n && lane == 0) counts[i / warp_size] = 0;
    // end of TODO 4
}

void add_steps(const std::uint32_t* values, int lanes, int steps, std::uint32_t* state) {
    add_steps_kernel<<<1, warp_size>>>(values, lanes, steps, state);
    check(cudaGetLastError());
}

static unsigned blocks_for(std::size_t n) {
    return static_cast<unsigned>((n + threads_per_block - 1) / threads_per_block);
}

void warp_sums(const std::uint32_t* values, std::size_t n, std::uint32_t* sums) {
    if (n == 0) return;
    sums_kernel<<<blocks_for(n), threads_per_block>>>(values, n, sums);
    check(cudaGetLastError());
}

void warp_ballots(const std::uint32_t* values, std::size_t n, std::uint32_t limit,
                  std::uint32_t* ballots) {
    if (n == 0) return;
    ballots_kernel<<<blocks_for(n), threads_per_block>>>(values, n, limit, ballots);
    check(cudaGetLastError());
}

void warp_compact(const std::uint32_t* values, std::size_t n, std::uint32_t limit,
                  std::uint32_t* kept, std::uint32_t* counts) {
    if (n == 0) return;
    compact_kernel<<<blocks_for(n), threads_per_block>>>(values, n, limit, kept, counts);
    check(cudaGetLastError());
}
