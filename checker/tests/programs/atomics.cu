// Atomics of every width: double addition, 64-bit maximum, compare-and-swap loops for what has no
// instruction, in shared and in global memory.
#include "check.hpp"

#include <algorithm>
#include <cstdint>

__device__ double atomic_max(double* at, double value) {
    auto* word = reinterpret_cast<unsigned long long*>(at);
    unsigned long long seen = *word, assumed;
    do {
        assumed = seen;
        if (__longlong_as_double(assumed) >= value) break;
        seen = atomicCAS(word, assumed, __double_as_longlong(value));
    } while (seen != assumed);
    return __longlong_as_double(seen);
}

__device__ void atomic_multiply(unsigned* at, unsigned factor) {
    unsigned seen = *at, assumed;
    do {
        assumed = seen;
        seen = atomicCAS(at, assumed, assumed * factor);
    } while (seen != assumed);
}

__device__ void atomic_add(unsigned short* at, unsigned short value) {
    unsigned short seen = *at, assumed;
    do {
        assumed = seen;
        seen = atomicCAS(at, assumed, static_cast<unsigned short>(assumed + value));
    } while (seen != assumed);
}

struct Results {
    double sum, largest;
    float single;
    unsigned product, wrapped, down, exchanged, bits_and, bits_or, bits_xor;
    int least, most, difference;
    unsigned long long long_sum, long_most, long_or;
    unsigned short small[2];
};

__global__ void compute(Results* r) {
    __shared__ double block_sum;
    __shared__ unsigned block_bits;
    __shared__ int tickets;
    if (threadIdx.x == 0) {
        block_sum = 0;
        block_bits = 0;
        tickets = 0;
    }
    __syncthreads();
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(&block_sum, i * 0.25);
    atomicOr(&block_bits, 1u << i % 32);
    atomicAdd(&tickets, 1);
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(&r->sum, block_sum);
        atomicXor(&r->bits_xor, block_bits + tickets);
    }
    atomic_max(&r->largest, (i * 37 % 501) + 0.5);
    atomicAdd(&r->single, 0.5f);
    atomic_multiply(&r->product, 2 * i + 1);
    atomicInc(&r->wrapped, 9);
    atomicDec(&r->down, 6);
    atomicExch(&r->exchanged, 77);
    atomicAnd(&r->bits_and, ~(1u << i % 13));
    atomicOr(&r->bits_or, 1u << i % 17);
    atomicMin(&r->least, 100 - i);
    atomicMax(&r->most, i - 100);
    atomicSub(&r->difference, i);
    atomicAdd(&r->long_sum, 0x100000001ull * i);
    atomicMax(&r->long_most, static_cast<unsigned long long>(i) << 33);
    atomicOr(&r->long_or, 1ull << i % 64);
    atomic_add(&r->small[i % 2], 3);
}

int main() {
    constexpr int blocks = 4, threads = 128, count = blocks * threads;
    Results start{};
    start.product = 1;
    start.bits_and = ~0u;
    start.down = 3;
    Results* device = nullptr;
    check(cudaMalloc(&device, sizeof start));
    check(cudaMemcpy(device, &start, sizeof start, cudaMemcpyHostToDevice));
    compute<<<blocks, threads>>>(device);
    finish();
    Results r;
    check(cudaMemcpy(&r, device, sizeof r, cudaMemcpyDeviceToHost));

    Results e = start;
    for (int i = 0; i < count; ++i) {
        e.sum += i * 0.25;
        e.largest = std::max(e.largest, (i * 37 % 501) + 0.5);
        e.single += 0.5f;
        e.product *= 2 * i + 1;
        e.wrapped = e.wrapped >= 9 ? 0 : e.wrapped + 1;
        e.down = e.down == 0 || e.down > 6 ? 6 : e.down - 1;
        e.long_sum += 0x100000001ull * i;
        e.difference -= i;
        e.small[i % 2] += 3;
    }
    require(r.sum == e.sum && r.largest == e.largest && r.single == e.single, "floating point");
    require(r.product == e.product && r.wrapped == e.wrapped && r.down == e.down, "32 bits");
    require(r.exchanged == 77 && r.bits_and == ~0x1fffu && r.bits_or == 0x1ffff, "bits");
    require(r.bits_xor == 0 && r.least == 100 - (count - 1) && r.most == count - 101, "extremes");
    require(r.long_sum == e.long_sum && r.long_most == (count - 1ull) << 33 && r.long_or == ~0ull &&
                r.difference == e.difference,
            "64 bits");
    require(r.small[0] == e.small[0] && r.small[1] == e.small[1], "16 bits");
    std::printf("%.2f %.1f %.1f %08x %u %u %lld %d %u\n", r.sum, r.largest, r.single, r.product,
                r.wrapped, r.down, static_cast<long long>(r.long_sum), r.difference, r.small[0]);
    check(cudaFree(device));
    return 0;
}
