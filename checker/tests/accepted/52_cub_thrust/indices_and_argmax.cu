// Accepted: differences by their index, of a counting iterator; CUB's TransformReduce and ArgMax; memory of cudaMallocAsync
#include "cub_thrust.hpp"

#include "wire/cuda_check.hpp"

#include <cuda/functional>
#include <cuda/std/functional>

#include <cub/device/device_reduce.cuh>
#include <cub/device/device_segmented_reduce.cuh>
#include <thrust/iterator/counting_iterator.h>
#include <thrust/iterator/transform_iterator.h>

// Device memory of T, given back in the order of the stream.
template <typename T>
struct Memory {
    T* data = nullptr;
    explicit Memory(std::size_t n) { check(cudaMallocAsync(&data, n * sizeof(T), nullptr)); }
    Memory(const Memory&) = delete;
    ~Memory() { cudaFreeAsync(data, nullptr); }
};

template <typename Algorithm>
void run(Algorithm algorithm) {
    std::size_t bytes = 0;
    check(algorithm(nullptr, bytes));
    const Memory<unsigned char> memory(bytes);
    check(algorithm(memory.data, bytes));
}

struct Smaller {
    __device__ float operator()(float x, float y) const { return y < x ? y : x; }
};
struct Larger {
    __device__ float operator()(float x, float y) const { return fmaxf(x, y); }
};
struct DifferenceAt {
    const float *a, *b;
    __host__ __device__ float operator()(std::size_t i) const { return fabsf(a[i] - b[i]); }
};
struct Wide {
    __host__ __device__ std::int64_t operator()(int x) const { return x; }
};
struct RowAt {
    std::int64_t columns;
    __host__ __device__ std::int64_t operator()(int row) const { return row * columns; }
};

void total(const int* values, std::size_t n, int* result) {
    run([=](void* memory, std::size_t& bytes) { return cub::DeviceReduce::Sum(memory, bytes, values, result, n); });
}
void smallest(const float* values, std::size_t n, float* result) {
    run([=](void* memory, std::size_t& bytes) {
        return cub::DeviceReduce::Reduce(memory, bytes, values, result, n, Smaller(), INFINITY);
    });
}
void largest_difference(const float* a, const float* b, std::size_t n, float* result) {
    run([=](void* memory, std::size_t& bytes) {
        return cub::DeviceReduce::TransformReduce(memory, bytes, thrust::counting_iterator<std::size_t>(0), result, n,
                                                  Larger(), DifferenceAt{a, b}, 0.0f);
    });
}
void row_sums(const int* matrix, int rows, int columns, std::int64_t* sums) {
    const auto wide = thrust::make_transform_iterator(matrix, Wide());
    const thrust::counting_iterator<int> row(0);
    run([=](void* memory, std::size_t& bytes) {
        return cub::DeviceSegmentedReduce::Sum(memory, bytes, wide, sums, rows,
                                               thrust::make_transform_iterator(row, RowAt{columns}),
                                               thrust::make_transform_iterator(row + 1, RowAt{columns}));
    });
}
std::size_t place_of_largest_difference(const float* a, const float* b, std::size_t n) {
    if (n == 0) return 0;
    struct {
        float value;
        std::int64_t place;
    } on_host;
    const Memory<float> value(1);
    const Memory<std::int64_t> place(1);
    const auto differences = thrust::make_transform_iterator(thrust::counting_iterator<std::size_t>(0), DifferenceAt{a, b});
    run([&](void* memory, std::size_t& bytes) {
        return cub::DeviceReduce::ArgMax(memory, bytes, differences, value.data, place.data, static_cast<std::int64_t>(n));
    });
    check(cudaMemcpy(&on_host.place, place.data, sizeof on_host.place, cudaMemcpyDeviceToHost));
    return on_host.place;
}
