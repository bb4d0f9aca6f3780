// A scan in one pass by hand (decoupled look-back), a reduction whose last block finishes the work,
// and a barrier of the whole grid made of an atomic counter: blocks that talk to each other.
#include "check.hpp"

#include <numeric>
#include <vector>

constexpr int threads = 128, each = 4, tile = threads * each;

struct Tile { // state and value in one word, written at once
    static constexpr unsigned long long partial = 1ull << 62, whole = 2ull << 62;
};

__device__ unsigned next_tile = 0;

__global__ void scan(const int* in, long long* out, int count,
                     volatile unsigned long long* states) {
    __shared__ long long warp_sums[threads / 32];
    __shared__ unsigned mine;
    __shared__ long long before;
    if (threadIdx.x == 0) mine = atomicAdd(&next_tile, 1); // in the order in which blocks start
    __syncthreads();
    const int base = mine * tile + threadIdx.x * each, lane = threadIdx.x % 32,
              warp = threadIdx.x / 32;
    long long values[each], sum = 0;
    for (int i = 0; i < each; ++i) {
        sum += base + i < count ? in[base + i] : 0;
        values[i] = sum;
    }
    long long up_to = sum;
    for (int step = 1; step < 32; step *= 2) {
        const long long other = __shfl_up_sync(0xffffffffu, up_to, step);
        if (lane >= step) up_to += other;
    }
    if (lane == 31) warp_sums[warp] = up_to;
    __syncthreads();
    long long block_sum = 0, warps_before = 0;
    for (int w = 0; w < threads / 32; ++w) {
        if (w == warp) warps_before = block_sum;
        block_sum += warp_sums[w];
    }
    if (threadIdx.x == 0) {
        long long sum_before = 0;
        if (mine > 0) {
            states[mine] = Tile::partial | block_sum;
            for (unsigned look = mine - 1;;) {
                const unsigned long long state = states[look];
                if (state == 0) continue; // not there yet
                sum_before += static_cast<long long>(state & (Tile::partial - 1));
                if ((state & Tile::whole) != 0) break;
                --look;
            }
        }
        states[mine] = Tile::whole | static_cast<unsigned long long>(sum_before + block_sum);
        before = sum_before;
    }
    __syncthreads();
    for (int i = 0; i < each; ++i)
        if (base + i < count) out[base + i] = before + warps_before + (up_to - sum) + values[i];
}

__device__ unsigned arrived = 0;

__global__ void reduce(const int* in, int count, long long* partial, long long* result) {
    __shared__ long long sums[threads];
    __shared__ bool last;
    long long sum = 0;
    for (int i = blockIdx.x * threads + threadIdx.x; i < count; i += gridDim.x * threads)
        sum += in[i];
    sums[threadIdx.x] = sum;
    for (int step = threads / 2; step > 0; step /= 2) {
        __syncthreads();
        if (threadIdx.x < step) sums[threadIdx.x] += sums[threadIdx.x + step];
    }
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = sums[0];
        __threadfence();
        last = atomicInc(&arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!last) return;
    __threadfence();
    sum = 0;
    for (unsigned i = threadIdx.x; i < gridDim.x; i += threads) sum += partial[i];
    sums[threadIdx.x] = sum;
    for (int step = threads / 2; step > 0; step /= 2) {
        __syncthreads();
        if (threadIdx.x < step) sums[threadIdx.x] += sums[threadIdx.x + step];
    }
    if (threadIdx.x == 0) *result = sums[0];
}

__device__ void grid_barrier(unsigned* counter, unsigned goal) {
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(counter, 1);
        while (atomicAdd(counter, 0) < goal) __nanosleep(50);
        __threadfence();
    }
    __syncthreads();
}

__global__ void rotate(int* values, int count, int rounds,
                       unsigned* counter) { // by one place each round
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int round = 0; round < rounds; ++round) {
        const int next = i < count ? values[(i + 1) % count] : 0;
        grid_barrier(counter, (2 * round + 1) * gridDim.x);
        if (i < count) values[i] = next;
        grid_barrier(counter, (2 * round + 2) * gridDim.x);
    }
}

int main() {
    constexpr int count = 6000, tiles = (count + tile - 1) / tile;
    std::vector<int> host(count);
    for (int i = 0; i < count; ++i) host[i] = i * 31 % 1009;
    int* in = nullptr;
    long long *out = nullptr, *partial = nullptr;
    unsigned long long* states = nullptr;
    check(cudaMalloc(&in, count * sizeof(int)));
    check(cudaMalloc(&out, count * sizeof(long long)));
    check(cudaMalloc(&partial, 9 * sizeof(long long)));
    check(cudaMalloc(&states, (tiles + 1) * sizeof(unsigned long long)));
    check(cudaMemset(states, 0, (tiles + 1) * sizeof(unsigned long long)));
    check(cudaMemcpy(in, host.data(), count * sizeof(int), cudaMemcpyHostToDevice));
    scan<<<tiles, threads>>>(in, out, count, states);
    reduce<<<8, threads>>>(in, count, partial, partial + 8);
    finish();
    std::vector<long long> found(count), expected(count);
    long long sum = 0;
    check(cudaMemcpy(found.data(), out, count * sizeof(long long), cudaMemcpyDeviceToHost));
    check(cudaMemcpy(&sum, partial + 8, sizeof sum, cudaMemcpyDeviceToHost));
    std::inclusive_scan(host.begin(), host.end(), expected.begin(), std::plus<>(), 0ll);
    require(found == expected, "the scan");
    require(sum == expected.back(), "the sum");
    std::printf("scan %lld %lld, sum %lld\n", found[0], found[count / 2], sum);

    int rotated = 300, rounds = 5;
    auto* counter = reinterpret_cast<unsigned*>(states + tiles);
    void* arguments[] = {&in, &rotated, &rounds, &counter};
    check(cudaLaunchCooperativeKernel(rotate, 4, 96, arguments)); // all blocks at once
    finish();
    std::vector<int> turned(rotated);
    check(cudaMemcpy(turned.data(), in, rotated * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < rotated; ++i)
        require(turned[i] == host[(i + rounds) % rotated], "the rotation");
    std::printf("rotated: %d %d\n", turned[0], turned[rotated - 1]);
    for (void* memory : {static_cast<void*>(in), static_cast<void*>(out),
                         static_cast<void*>(partial), static_cast<void*>(states)})
        check(cudaFree(memory));
    return 0;
}
