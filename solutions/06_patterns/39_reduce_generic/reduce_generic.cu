// Lesson 39: one reduction for any operation. README.md explains; fill in the five regions marked
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

// Called once by all threads of a block, each with a value of its own. Thread 0 gets what op makes
// of these values, in any order; what the others get means nothing.
template <typename T, typename Op>
__device__ T combine_block(T own, Op op) {
    // Solution 1: the tree of lesson 38. Each thread reads its own element at the end, as it was
    // the last to write it: the result for thread 0, without another barrier.
    __shared__ T tree[threads_per_block];
    tree[threadIdx.x] = own;
    for (unsigned half = threads_per_block / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) {
            tree[threadIdx.x] = op(tree[threadIdx.x], tree[threadIdx.x + half]);
        }
    }
    return tree[threadIdx.x];
    // end of Solution 1
}

// Leaves one value for each block in `partials`.
template <typename T, typename At, typename Op>
__global__ void reduce_kernel(std::size_t n, At at, T identity, Op op, T* partials) {
    // Solution 2: as in lesson 38, with identity for 0 and op for +; and four values at a time. The
    // loop in its simple form asks after each value whether there is another one, and the compiler
    // does not ask memory for the next value before it knows. Here four requests are on their way
    // at once.
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
    // end of Solution 2
}

template <typename T, typename At, typename Op>
void reduce(std::size_t n, At at, T identity, Op op, T* partials, T* result) {
    // Solution 3: what the second launch reads is an array of T, whatever the first one read.
    const unsigned blocks = blocks_for(n);
    reduce_kernel<<<blocks, threads_per_block>>>(n, at, identity, op, partials);
    check(cudaGetLastError());
    reduce_kernel<<<1, threads_per_block>>>(blocks, Elements<T>{partials}, identity, op, result);
    check(cudaGetLastError());
    // end of Solution 3
}

// Solution 4: 1 changes no product. What changes no minimum is infinity, and not the largest finite
// number: all values may be infinite.
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
// end of Solution 4

// Solution 5: among equals the smaller position wins, whichever side it comes from: reduce combines
// in any order. So the identity, which must lose against everything, has the largest position.
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
// end of Solution 5
