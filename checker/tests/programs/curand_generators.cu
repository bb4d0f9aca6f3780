// cuRAND's device API: the bits of XORWOW, Philox and MRG32k3a, uniform and normal numbers
// (rounded, their last bits depend on the GPU's logarithm), Poisson counts, skipping ahead; pi by
// counting.
#include "check.hpp"

#include <cmath>
#include <curand_kernel.h>
#include <vector>

constexpr int threads = 64, draws = 50;

template <class State>
__global__ void bits(unsigned* sums, unsigned* firsts) {
    State state;
    curand_init(1234ull, threadIdx.x, 5, &state);
    unsigned sum = 0, first = 0;
    for (int i = 0; i < draws; ++i) {
        const unsigned value = curand(&state);
        if (i == 0) first = value;
        sum = sum * 31 + value;
    }
    skipahead(1000ull, &state);
    sums[threadIdx.x] = sum + curand(&state);
    firsts[threadIdx.x] = first;
}

template <class State>
__global__ void numbers(double* sums, unsigned* counts) {
    State state;
    curand_init(99, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
    double uniform = 0, normal = 0, squares = 0;
    unsigned poisson = 0;
    for (int i = 0; i < draws; ++i) {
        uniform += curand_uniform(&state) + curand_uniform_double(&state);
        const float2 pair = curand_normal2(&state);
        normal += pair.x + pair.y;
        squares += pair.x * pair.x + pair.y * pair.y;
        poisson += curand_poisson(&state, 4.0);
    }
    atomicAdd(&sums[0], uniform);
    atomicAdd(&sums[1], normal);
    atomicAdd(&sums[2], squares);
    atomicAdd(counts, poisson);
}

__global__ void throw_darts(int each, unsigned long long* inside) {
    curandStatePhilox4_32_10_t state;
    curand_init(7, blockIdx.x * blockDim.x + threadIdx.x, 0, &state);
    unsigned hits = 0;
    for (int i = 0; i < each; i += 2) { // integers alone: the same everywhere
        const uint4 four = curand4(&state);
        const unsigned long long x = four.x >> 4, y = four.y >> 4, z = four.z >> 4, w = four.w >> 4;
        hits += (x * x + y * y < 1ull << 56) + (z * z + w * w < 1ull << 56);
    }
    atomicAdd(inside, hits);
}

template <class State>
void show(const char* name) {
    unsigned* words = nullptr;
    double* sums = nullptr;
    check(cudaMalloc(&words, 2 * threads * sizeof(unsigned)));
    check(cudaMalloc(&sums, 3 * sizeof(double)));
    bits<State><<<1, threads>>>(words, words + threads);
    finish();
    std::vector<unsigned> host(2 * threads);
    check(cudaMemcpy(host.data(), words, host.size() * sizeof(unsigned), cudaMemcpyDeviceToHost));
    unsigned all = 0;
    for (unsigned word : host) all = all * 37 + word;
    std::printf("%s: %08x %08x %08x, all %08x\n", name, host[threads], host[threads + 1], host[0],
                all);

    check(cudaMemset(sums, 0, 3 * sizeof(double)));
    check(cudaMemset(words, 0, sizeof(unsigned)));
    numbers<State><<<2, threads>>>(sums, words);
    finish();
    double found[3];
    unsigned poisson = 0;
    check(cudaMemcpy(found, sums, sizeof found, cudaMemcpyDeviceToHost));
    check(cudaMemcpy(&poisson, words, sizeof poisson, cudaMemcpyDeviceToHost));
    const double count = 2 * threads * draws;
    require(std::fabs(found[0] / count - 1) < 0.05, "the mean of uniform numbers");
    require(std::fabs(found[1] / count) < 0.1 && std::fabs(found[2] / count - 2) < 0.2,
            "normal numbers");
    std::printf("  uniform %.2f, normal %.2f, squares %.1f, poisson %u\n", found[0], found[1],
                found[2], poisson);
    check(cudaFree(words));
    check(cudaFree(sums));
}

int main() {
    show<curandStateXORWOW_t>("XORWOW");
    show<curandStatePhilox4_32_10_t>("Philox");
    show<curandStateMRG32k3a_t>("MRG32k3a");
    unsigned long long *inside = nullptr, host = 0;
    check(cudaMalloc(&inside, sizeof *inside));
    check(cudaMemset(inside, 0, sizeof *inside));
    throw_darts<<<8, 64>>>(200, inside);
    finish();
    check(cudaMemcpy(&host, inside, sizeof host, cudaMemcpyDeviceToHost));
    const double pi = 4.0 * static_cast<double>(host) / (8 * 64 * 200);
    require(pi > 3.1 && pi < 3.2, "pi");
    std::printf("%llu of %d inside: %.4f\n", host, 8 * 64 * 200, pi);
    check(cudaFree(inside));
    return 0;
}
