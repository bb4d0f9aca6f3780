// Mistake: all differences are written to an array first
// Verdict: requirement
// Message: a temporary array of all values or differences?
#include "cub_thrust.hpp"

#include "wire/cuda_check.hpp"
#include "wire/device_buffer.hpp"

#include <cuda/functional>
#include <cuda/std/functional>
#include <cuda/std/limits>

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>

#include <thrust/execution_policy.h>
#include <thrust/extrema.h>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>
#include <thrust/iterator/zip_iterator.h>
#include <thrust/transform.h>
#include <thrust/zip_function.h>

// `algorithm` calls an algorithm of CUB with a pointer to scratch memory and a reference to its
// size in bytes, and returns CUB's error.
template <typename Algorithm>
void in_two_calls(Algorithm algorithm) {
    // Solution 1: without memory the first call only says how much it wants. The buffer is taken
    // and given back in the order of the stream, so nothing waits for the kernels that use it.
    std::size_t bytes = 0;
    check(algorithm(nullptr, bytes));
    const DeviceBuffer<char> scratch(bytes);
    check(algorithm(scratch.data(), bytes));
    // end of Solution 1
}

void total(const int* values, std::size_t n, int* result) {
    in_two_calls([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceReduce::Sum(scratch, bytes, values, result, n);
    });
}

void smallest(const float* values, std::size_t n, float* result) {
    // Solution 2: min(infinity, x) is x for each x. With the largest finite number in its place, an
    // array of infinities would have a minimum that is not in it; DeviceReduce::Min begins so.
    const float identity = cuda::std::numeric_limits<float>::infinity();
    in_two_calls([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceReduce::Reduce(scratch, bytes, values, result, n, cuda::minimum<>(),
                                         identity);
    });
    // end of Solution 2
}

// Solution 3: element i is computed when the reduction reads it, in its registers. Nothing is
// stored.
struct Distance {
    __host__ __device__ float operator()(float x, float y) const { return fabsf(x - y); }
};

// An iterator whose element i is |a[i] - b[i]|.
static auto differences(const float* a, const float* b) {
    return thrust::make_transform_iterator(thrust::make_zip_iterator(a, b),
                                           thrust::make_zip_function(Distance()));
}
// end of Solution 3

// No difference is below 0, so 0 is an identity.
void largest_difference(const float* a, const float* b, std::size_t n, float* result) {
    const DeviceBuffer<float> stored(n);
    const auto computed = differences(a, b);
    thrust::transform(thrust::cuda::par_nosync, computed, computed + n, stored.data(), cuda::std::identity());
    in_two_calls([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceReduce::Reduce(scratch, bytes, stored.data(), result, n, cuda::maximum<>(), 0.0f);
    });
}

// Solution 4: row r begins at r * columns and ends where the next one begins: two iterators into
// the same numbers, none of which is in memory. Sums have the type of the initial value.
struct Begin {
    int columns;
    __host__ __device__ int operator()(int row) const { return row * columns; }
};

void row_sums(const int* matrix, int rows, int columns, std::int64_t* sums) {
    const auto begins =
        thrust::make_transform_iterator(thrust::counting_iterator<int>(0), Begin{columns});
    in_two_calls([&](void* scratch, std::size_t& bytes) {
        return cub::DeviceSegmentedReduce::Reduce(scratch, bytes, matrix, sums, rows, begins,
                                                  begins + 1, cuda::std::plus<>(),
                                                  std::int64_t{0});
    });
}
// end of Solution 4

std::size_t place_of_largest_difference(const float* a, const float* b, std::size_t n) {
    // Solution 5: the policy says that the pointers are the device's. The answer is an iterator:
    // its distance from the first one is the place. Of equal elements it is the first.
    const auto first = differences(a, b);
    return thrust::max_element(thrust::device, first, first + n) - first;
    // end of Solution 5
}
