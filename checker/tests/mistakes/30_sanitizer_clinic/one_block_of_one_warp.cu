// Mistake: one warp alone does everything, for which no barrier seems needed
// Verdict: requirement
// Message: patient 3: steps_between
// Message: is asked for
#include "sanitizer_clinic.hpp"

#include "wire/cuda_check.hpp"

#include <algorithm>

unsigned blocks_for(std::size_t n) {
    return static_cast<unsigned>((n + threads_per_block - 1) / threads_per_block);
}

__global__ void histogram_kernel(const float* values, std::size_t n, float low, float width,
                                 int* counts, int bin_count) {
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    for (std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += stride) {
        const int bin = static_cast<int>(floorf((values[i] - low) / width));
        if (bin >= 0 && bin < bin_count) {
            atomicAdd(&counts[bin], 1);
        }
    }
}

__global__ void relative_places_kernel(const float* values, std::size_t n, float low, float high,
                                       float* places) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        places[i] = (values[i] - low) / (high - low);
    }
}

__global__ void steps_between_kernel(const int* values, std::size_t n, int* steps) {
    __shared__ int tile[threads_per_block + 1]; // one more in front: the value before the block
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const unsigned t = threadIdx.x;

    if (i < n) {
        tile[t + 1] = values[i];
    }
    if (t == 0) {
        tile[0] = i > 0 ? values[i - 1] : 0;
    }
    __syncwarp();
    if (i < n) {
        steps[i] = tile[t + 1] - tile[t];
    }
}

__global__ void sums_of_three_kernel(const int* values, std::size_t n, int* sums) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i < n) {
        const int left = i > 0 ? values[i - 1] : 0;
        const int right = i + 1 < n ? values[i + 1] : 0;
        sums[i] = left + values[i] + right;
    }
}

__global__ void reverse_stretches_kernel(int* data, std::size_t n) {
    __shared__ int tile[threads_per_block];
    const std::size_t stride = std::size_t{gridDim.x} * blockDim.x;
    const std::size_t t = threadIdx.x;

    for (std::size_t start = std::size_t{blockIdx.x} * blockDim.x; start < n; start += stride) {
        const std::size_t length = n - start < blockDim.x ? n - start : blockDim.x;
        if (t < length) {
            tile[t] = data[start + t];
        }
        __syncthreads();
        if (t < length) {
            data[start + t] = tile[length - 1 - t];
        }
        __syncthreads(); // no thread fills the tile anew before all have read it
    }
}

// From here on everything is in good health.

void histogram(const float* values, std::size_t n, float low, float width, int* counts,
               int bin_count) {
    if (n == 0) {
        return;
    }
    const unsigned blocks = std::min<unsigned>(blocks_for(n), most_blocks);
    histogram_kernel<<<blocks, threads_per_block>>>(values, n, low, width, counts, bin_count);
    check(cudaGetLastError());
}

void relative_places(const float* values, std::size_t n, float low, float high, float* places) {
    if (n == 0) {
        return;
    }
    relative_places_kernel<<<blocks_for(n), threads_per_block>>>(values, n, low, high, places);
    check(cudaGetLastError());
}

void steps_between(const int* values, std::size_t n, int* steps) {
    if (n == 0) {
        return;
    }
    steps_between_kernel<<<static_cast<unsigned>((n + 31) / 32), 32>>>(values, n, steps);
    check(cudaGetLastError());
}

void sums_of_three(const int* values, std::size_t n, int* sums) {
    if (n == 0) {
        return;
    }
    sums_of_three_kernel<<<blocks_for(n), threads_per_block>>>(values, n, sums);
    check(cudaGetLastError());
}

void reverse_stretches(int* data, std::size_t n) {
    if (n == 0) {
        return;
    }
    const unsigned blocks = std::min<unsigned>(blocks_for(n), most_blocks);
    reverse_stretches_kernel<<<blocks, threads_per_block>>>(data, n);
    check(cudaGetLastError());
}
