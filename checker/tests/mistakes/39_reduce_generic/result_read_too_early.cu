// Mistake: every thread reads the element that thread 0 is still writing
// Verdict: fault
// Message: Race reported
// Message: tree[0], in block
// Message: the Read access is near the line that is named
// Only: virtual
// Lesson 39: one reduction for any operation. README.md explains; fill in the six regions marked
// TODO.
#include "reduce_generic.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>
#include <limits>

// at(i) for an array: its element number i.
template <typename T>
struct Elements {
    const T* array;
    __device__ T operator()(std::size_t i) const { return array[i]; }
};

unsigned blocks_for(std::size_t n) {
    const std::size_t blocks_needed = (n + threads_per_block - 1) / threads_per_block;
    return static_cast<unsigned>(std::clamp<std::size_t>(blocks_needed, 1, most_partials));
}

// Called by all threads of a block, each with a value of its own; may be called again. All get what
// op makes of these values, in the order of the threads.
template <typename T, typename Op>
__device__ T combine_block(T own, Op op) {
    __shared__ T tree[threads_per_block];
    __syncthreads();
    tree[threadIdx.x] = own;
    for (unsigned step = 1; step < threads_per_block; step *= 2) {
        __syncthreads();
        const unsigned left = 2 * step * threadIdx.x;
        if (left < threads_per_block) {
            tree[left] = op(tree[left], tree[left + step]);
        }
    }
    return tree[0];
}

// Leaves one value for each block in `partials`.
template <typename T, typename At, typename Op>
__global__ void any_order_kernel(std::size_t n, At at, T identity, Op op, T* partials) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    T own = identity;
    for (; i + 3 * stride < n; i += 4 * stride) {
        const T a = at(i), b = at(i + stride), c = at(i + 2 * stride), d = at(i + 3 * stride);
        own = op(op(op(op(own, a), b), c), d);
    }
    for (; i < n; i += stride) {
        own = op(own, at(i));
    }
    own = combine_block(own, op);
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = own;
    }
}

template <typename T, typename At, typename Op>
void reduce(std::size_t n, At at, T identity, Op op, T* partials, T* result) {
    const unsigned blocks = blocks_for(n);
    any_order_kernel<<<blocks, threads_per_block>>>(n, at, identity, op, partials);
    check(cudaGetLastError());
    any_order_kernel<<<1, threads_per_block>>>(blocks, Elements<T>{partials}, identity, op, result);
    check(cudaGetLastError());
}

struct Times {
    __device__ double operator()(double x, double y) const { return x * y; }
};

struct Smaller {
    __device__ float operator()(float x, float y) const { return y < x ? y : x; }
};

void product(const double* values, std::size_t n, double* partials, double* result) {
    reduce(n, Elements<double>{values}, 1.0, Times{}, partials, result);
}

void smallest(const float* values, std::size_t n, float* partials, float* result) {
    reduce(n, Elements<float>{values}, std::numeric_limits<float>::infinity(), Smaller{}, partials,
           result);
}

struct Candidates {
    const float* values;
    __device__ Candidate operator()(std::size_t i) const {
        return {values[i], static_cast<std::uint32_t>(i)};
    }
};

struct Better {
    __device__ Candidate operator()(Candidate x, Candidate y) const {
        const bool y_wins = y.value > x.value || (y.value == x.value && y.position < x.position);
        return y_wins ? y : x;
    }
};

void first_largest(const float* values, std::size_t n, Candidate* partials, Candidate* result) {
    const Candidate none{-std::numeric_limits<float>::infinity(), nowhere};
    reduce(n, Candidates{values}, none, Better{}, partials, result);
}

constexpr std::size_t values_per_thread = 9;

template <typename T, typename At, typename Op>
__global__ void in_order_kernel(std::size_t n, At at, T identity, Op op, T* partials) {
    constexpr std::size_t tile_size = values_per_thread * threads_per_block;
    __shared__ T values[tile_size];
    const std::size_t tiles = (n + tile_size - 1) / tile_size;
    const std::size_t tiles_per_block = (tiles + gridDim.x - 1) / gridDim.x;
    const std::size_t begin = blockIdx.x * tiles_per_block * tile_size;
    const std::size_t end = min(n, begin + tiles_per_block * tile_size);

    T so_far = identity;
    for (std::size_t tile = begin; tile < end; tile += tile_size) {
        for (std::size_t k = threadIdx.x; k < tile_size; k += threads_per_block) {
            values[k] = tile + k < end ? at(tile + k) : identity;
        }
        __syncthreads();
        T own = values[threadIdx.x * values_per_thread];
        for (std::size_t k = 1; k < values_per_thread; ++k) {
            own = op(own, values[threadIdx.x * values_per_thread + k]);
        }
        so_far = op(so_far, combine_block(own, op)); // its barriers also guard `values`
    }
    if (threadIdx.x == 0) {
        partials[blockIdx.x] = so_far;
    }
}

template <typename T, typename At, typename Op>
void reduce_in_order(std::size_t n, At at, T identity, Op op, T* partials, T* result) {
    const unsigned blocks = blocks_for(n);
    in_order_kernel<<<blocks, threads_per_block>>>(n, at, identity, op, partials);
    check(cudaGetLastError());
    in_order_kernel<<<1, threads_per_block>>>(blocks, Elements<T>{partials}, identity, op, result);
    check(cudaGetLastError());
}
