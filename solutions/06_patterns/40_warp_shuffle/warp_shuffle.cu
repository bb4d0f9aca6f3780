// Lesson 40: values from lane to lane. README.md explains; fill in the four regions marked TODO.
#include "warp_shuffle.hpp"

#include "wire/cuda_check.hpp"

// The mask that names lanes 0 to lanes - 1. `lanes` is 1 to 32: a shift by 32 bits is undefined.
__device__ unsigned first_lanes(int lanes) { return 0xffffffffu >> (warp_size - lanes); }

// One step of the sum. Lanes 0 to lanes - 1 call this together, and no other lane does.
__device__ std::uint32_t add_step(std::uint32_t own, int lane, int lanes, int offset) {
    // Solution 1: the shuffle stands outside of the condition, since all lanes that the mask names
    // have to come to it. What it gives is used only where it came from a lane that takes part.
    const std::uint32_t other = __shfl_down_sync(first_lanes(lanes), own, offset);
    return lane + offset < lanes ? own + other : own;
    // end of Solution 1
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
    // Solution 2: a lane without a value brings a 0 and takes part: so the mask is the same for all
    // warps. What lanes other than 0 have in the end is of no use.
    std::uint32_t own = i < n ? values[i] : 0;
    for (int offset = warp_size / 2; offset > 0; offset /= 2) {
        own = add_step(own, lane, warp_size, offset);
    }
    if (i < n && lane == 0) sums[i / warp_size] = own;
    // end of Solution 2
}

__global__ void ballots_kernel(const std::uint32_t* values, std::size_t n, std::uint32_t limit,
                               std::uint32_t* ballots) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % warp_size;
    // Solution 3: a lane without a value votes no, and reads nothing.
    const unsigned above = __ballot_sync(first_lanes(warp_size), i < n && values[i] > limit);
    if (i < n && lane == 0) ballots[i / warp_size] = above;
    // end of Solution 3
}

__global__ void compact_kernel(const std::uint32_t* values, std::size_t n, std::uint32_t limit,
                               std::uint32_t* kept, std::uint32_t* counts) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const int lane = threadIdx.x % warp_size;
    // Solution 4: the bits below a lane's own are the lanes before it that keep a value; as many
    // places are taken when it comes. No lane waits for another one, and the order is that of the
    // lanes.
    const std::uint32_t own = i < n ? values[i] : 0;
    const bool keep = i < n && own > limit;
    const unsigned above = __ballot_sync(first_lanes(warp_size), keep);
    const unsigned before = above & ((1u << lane) - 1);
    if (keep) kept[i - lane + __popc(before)] = own;
    if (i < n && lane == 0) counts[i / warp_size] = __popc(above);
    // end of Solution 4
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
