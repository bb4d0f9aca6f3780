// What NVIDIA's libraries do in the place of some lessons, and the ceilings: a copy in the GPU's
// memory, a fill, a read (the sum). Loaded by bench_gpu.py; sizes are counts of elements.
#include <cstdint>
#include <cub/cub.cuh>
#include <thrust/execution_policy.h>
#include <thrust/sort.h>

namespace {

void* scratch(std::size_t bytes) {
    static void* memory = nullptr;
    static std::size_t size = 0;
    if (bytes > size) {
        cudaFree(memory);
        cudaMalloc(&memory, bytes);
        size = bytes;
    }
    return memory;
}

// CUB's two calls: the first asks for the size of the scratch memory.
template <class Call>
void with_scratch(Call call) {
    std::size_t bytes = 0;
    call(nullptr, bytes);
    call(scratch(bytes), bytes);
}

struct IsKept {
    int threshold;
    __host__ __device__ bool operator()(int value) const {
        return value >= threshold || value <= -threshold;
    }
};

// Thrust sorts numbers by their digits, unless the comparison is one that it does not know.
struct Below {
    __host__ __device__ bool operator()(std::uint32_t a, std::uint32_t b) const { return a < b; }
};

struct Product {
    template <class T>
    __host__ __device__ T operator()(T a, T b) const {
        return a * b;
    }
};

// 16 chains of multiply-adds in registers for each thread: as quick as the GPU can.
__global__ void multiply_adds_kernel(std::int64_t rounds, float* sink) {
    float sums[16];
    for (int i = 0; i < 16; ++i) sums[i] = static_cast<float>(threadIdx.x + i);
    for (std::int64_t round = 0; round < rounds; ++round)
        for (int repeat = 0; repeat < 8; ++repeat)
            for (float& sum : sums) sum = fmaf(sum, 0.999f, 0.001f);
    float all = 0;
    for (const float sum : sums) all += sum;
    if (all == -1.0f) *sink = all; // never
}

// Counts the keys of one range of bins in shared memory.
__global__ void count_range_kernel(const unsigned* keys, std::int64_t n, unsigned first,
                                   unsigned width, unsigned* counts) {
    extern __shared__ unsigned own[];
    for (unsigned i = threadIdx.x; i < width; i += blockDim.x) own[i] = 0;
    __syncthreads();
    const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
    for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += threads)
        if (const unsigned bin = keys[i] - first; bin < width) atomicAdd(&own[bin], 1u);
    __syncthreads();
    for (unsigned i = threadIdx.x; i < width; i += blockDim.x)
        if (own[i] > 0) atomicAdd(&counts[first + i], own[i]);
}

} // namespace

#define OFFERED extern "C" __attribute__((visibility("default"))) void

OFFERED vendor_copy(const void* from, void* to, std::int64_t bytes) {
    cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice);
}

OFFERED vendor_fill(void* to, std::int64_t bytes) { cudaMemsetAsync(to, 1, bytes); }

OFFERED vendor_sum(const float* values, std::int64_t n, float* result) {
    with_scratch([=](void* memory, std::size_t& bytes) {
        cub::DeviceReduce::Sum(memory, bytes, values, result, n);
    });
}

OFFERED vendor_product(const double* values, std::int64_t n, double* result) {
    with_scratch([=](void* memory, std::size_t& bytes) {
        cub::DeviceReduce::Reduce(memory, bytes, values, result, n, Product{}, 1.0);
    });
}

OFFERED vendor_scan(const int* values, std::int64_t n, std::int64_t* sums) {
    with_scratch([=](void* memory, std::size_t& bytes) {
        cub::DeviceScan::InclusiveScanInit(memory, bytes, values, sums, cuda::std::plus<>{},
                                           std::int64_t{0}, n);
    });
}

OFFERED vendor_histogram(const float* values, std::int64_t n, float low, float high,
                         unsigned* counts, int bins) {
    with_scratch([=](void* memory, std::size_t& bytes) {
        cub::DeviceHistogram::HistogramEven(memory, bytes, values, counts, bins + 1, low, high, n);
    });
}

// Runs `count` multiply-adds, over the whole GPU.
OFFERED vendor_multiply_adds(std::int64_t count, float* sink) {
    constexpr std::int64_t threads = 256, blocks = 132 * 8 * 4, a_round = 16 * 8;
    multiply_adds_kernel<<<blocks, threads>>>(count / (blocks * threads * a_round), sink);
}

OFFERED vendor_keep(const int* values, std::int64_t n, int threshold, int* kept, int* total) {
    with_scratch([=](void* memory, std::size_t& bytes) {
        cub::DeviceSelect::If(memory, bytes, values, kept, total, n, IsKept{threshold});
    });
}

OFFERED vendor_sort(const std::uint32_t* keys, const std::uint32_t* values, std::int64_t n,
                    std::uint32_t* sorted_keys, std::uint32_t* sorted_values) {
    with_scratch([=](void* memory, std::size_t& bytes) {
        cub::DeviceRadixSort::SortPairs(memory, bytes, keys, sorted_keys, values, sorted_values, n);
    });
}

OFFERED vendor_merge_sort(const std::uint32_t* keys, const std::uint32_t* values, std::int64_t n,
                          std::uint32_t* sorted_keys, std::uint32_t* sorted_values) {
    cudaMemcpyAsync(sorted_keys, keys, n * sizeof *keys, cudaMemcpyDeviceToDevice);
    cudaMemcpyAsync(sorted_values, values, n * sizeof *values, cudaMemcpyDeviceToDevice);
    thrust::stable_sort_by_key(thrust::cuda::par_nosync, sorted_keys, sorted_keys + n,
                               sorted_values, Below{});
}

// The histogram without clusters: a kernel for each range of bins that fits into a block's shared
// memory, and each of them reads all keys. Counts are set, not added to.
OFFERED vendor_histogram_by_ranges(const unsigned* keys, std::int64_t n, std::int64_t bins,
                                   std::int64_t bins_of_block, unsigned* counts) {
    constexpr int threads = 256; // as in lesson 57
    const std::size_t bytes = static_cast<std::size_t>(bins_of_block) * sizeof(unsigned);
    int device = 0, processors = 0, blocks_of_processor = 0;
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_of_processor, count_range_kernel, threads,
                                                  bytes);
    cudaMemsetAsync(counts, 0, static_cast<std::size_t>(bins) * sizeof(unsigned));
    for (std::int64_t first = 0; first < bins; first += bins_of_block) {
        const auto width =
            static_cast<unsigned>(bins - first < bins_of_block ? bins - first : bins_of_block);
        count_range_kernel<<<processors * blocks_of_processor, threads, bytes>>>(
            keys, n, static_cast<unsigned>(first), width, counts);
    }
}
