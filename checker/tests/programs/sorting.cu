// Sorts by hand: bitonic in shared memory, then across blocks; quicksort with an explicit stack in
// each thread; odd-even transposition by one warp; counting sort with a scan.
#include "check.hpp"

#include <algorithm>
#include <vector>

constexpr int size = 1024, block = 256;

__device__ void order(unsigned& low, unsigned& high, bool up) {
    if ((low > high) == up) {
        const unsigned swap = low;
        low = high;
        high = swap;
    }
}

__global__ void bitonic_shared(unsigned* values) { // each block sorts 512, directions alternate
    __shared__ unsigned shared[2 * block];
    const unsigned base = blockIdx.x * 2 * block, t = threadIdx.x;
    shared[t] = values[base + t];
    shared[t + block] = values[base + t + block];
    for (unsigned length = 2; length <= 2 * block; length *= 2)
        for (unsigned stride = length / 2; stride > 0; stride /= 2) {
            __syncthreads();
            const unsigned at = 2 * t - (t & (stride - 1));
            order(shared[at], shared[at + stride], ((base + at) & length) == 0);
        }
    __syncthreads();
    values[base + t] = shared[t];
    values[base + t + block] = shared[t + block];
}

__global__ void bitonic_step(unsigned* values, unsigned length, unsigned stride) {
    const unsigned t = blockIdx.x * blockDim.x + threadIdx.x;
    const unsigned at = 2 * t - (t & (stride - 1));
    order(values[at], values[at + stride], (at & length) == 0);
}

__global__ void quicksorts(unsigned* values, int each) { // a slice for each thread
    unsigned* const mine = values + (blockIdx.x * blockDim.x + threadIdx.x) * each;
    int stack[32], depth = 0;
    stack[depth++] = 0;
    stack[depth++] = each - 1;
    while (depth > 0) {
        const int last = stack[--depth], first = stack[--depth];
        if (first >= last) continue;
        const unsigned pivot = mine[(first + last) / 2];
        int i = first, j = last;
        while (i <= j) {
            while (mine[i] < pivot) ++i;
            while (mine[j] > pivot) --j;
            if (i <= j) {
                const unsigned swap = mine[i];
                mine[i++] = mine[j];
                mine[j--] = swap;
            }
        }
        const bool left_is_longer = j - first > last - i;
        stack[depth++] = left_is_longer ? first : i; // the longer part waits
        stack[depth++] = left_is_longer ? j : last;
        stack[depth++] = left_is_longer ? i : first;
        stack[depth++] = left_is_longer ? last : j;
    }
}

__global__ void odd_even(unsigned* values) { // 64 values, one warp
    __shared__ unsigned shared[64];
    const int lane = threadIdx.x;
    shared[lane] = values[lane];
    shared[lane + 32] = values[lane + 32];
    for (int round = 0; round < 64; ++round) {
        __syncwarp();
        const int at = 2 * lane + round % 2;
        if (at + 1 < 64) order(shared[at], shared[at + 1], true);
    }
    __syncwarp();
    values[lane] = shared[lane];
    values[lane + 32] = shared[lane + 32];
}

__global__ void counting(const unsigned* in, unsigned* out) { // by the upper 8 bits of 20
    __shared__ unsigned begins[256];
    begins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x; i < size; i += block) atomicAdd(&begins[in[i] >> 12], 1u);
    __syncthreads();
    const unsigned own = begins[threadIdx.x];
    for (int step = 1; step < 256; step *= 2) { // Hillis and Steele
        const unsigned before = threadIdx.x >= step ? begins[threadIdx.x - step] : 0;
        __syncthreads();
        begins[threadIdx.x] += before;
        __syncthreads();
    }
    begins[threadIdx.x] -= own;
    __syncthreads();
    for (int i = threadIdx.x; i < size; i += block)
        out[atomicAdd(&begins[in[i] >> 12], 1u)] = in[i];
}

int main() {
    std::vector<unsigned> values(size), sorted, found(size);
    for (int i = 0; i < size; ++i) values[i] = (i + 7) * 2654435761u >> 12;
    unsigned *in = nullptr, *out = nullptr;
    const std::size_t bytes = size * sizeof(unsigned);
    check(cudaMalloc(&in, bytes));
    check(cudaMalloc(&out, bytes));
    const auto reset = [&] { check(cudaMemcpy(in, values.data(), bytes, cudaMemcpyHostToDevice)); };
    const auto fetch = [&](const unsigned* from) {
        finish();
        check(cudaMemcpy(found.data(), from, bytes, cudaMemcpyDeviceToHost));
    };

    reset();
    bitonic_shared<<<size / (2 * block), block>>>(in);
    for (unsigned length = 1024; length <= size; length *= 2)
        for (unsigned stride = length / 2; stride > 0; stride /= 2)
            bitonic_step<<<size / 2 / block, block>>>(in, length, stride);
    fetch(in);
    sorted = values;
    std::sort(sorted.begin(), sorted.end());
    require(found == sorted, "bitonic");
    std::printf("bitonic: %u to %u\n", found.front(), found.back());

    reset();
    quicksorts<<<2, 8>>>(in, 64);
    fetch(in);
    sorted = values;
    for (int slice = 0; slice < size / 64; ++slice)
        std::sort(&sorted[slice * 64], sorted.data() + slice * 64 + 64);
    require(found == sorted, "quicksort");
    std::printf("quicksort: %u to %u\n", found[0], found[63]);

    reset();
    odd_even<<<1, 32>>>(in);
    fetch(in);
    require(std::equal(&found[0], found.data() + 64, sorted.begin()), "odd-even");

    reset();
    counting<<<1, block>>>(in, out);
    fetch(out);
    for (int i = 1; i < size; ++i) require(found[i - 1] >> 12 <= found[i] >> 12, "counting");
    std::sort(found.begin(), found.end());
    std::sort(values.begin(), values.end());
    require(found == values, "all values, counted");
    std::printf("counting: %u in the middle\n", found[size / 2] >> 12);
    check(cudaFree(in));
    check(cudaFree(out));
    return 0;
}
