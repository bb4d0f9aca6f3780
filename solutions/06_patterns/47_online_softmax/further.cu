// Lesson 47, further: a row of up to 4096 values stays in registers, so that it is read once and
// each of its powers is computed once. Nearly as quick as a copy. A longer row is read twice, by
// many vectors at once, and backwards the second time, since its end is still in the cache. All
// other steps are the solution's.
#include "online_softmax.hpp"

#define softmax softmax_by_two_reads
#include "online_softmax.cu"
#undef softmax

#include <cstddef>
#include <cstdint>

constexpr unsigned all_lanes = 0xffffffff;
constexpr int warps = threads_per_block / 32;
constexpr int vectors = 4; // that a thread holds
constexpr int floats_of_vector = 4;
constexpr int floats_of_block = threads_per_block * vectors * floats_of_vector;

struct alignas(16) Four {
    float of[floats_of_vector];
};

// The state of the values of all threads of a block, for all of them: within warps by shuffles
// (lesson 40), between them by one barrier. In the same order for all threads: so all of them get
// the same bits.
__device__ State state_of_block(State own) {
    __shared__ State states[warps];
    for (int distance = 1; distance < 32; distance *= 2) {
        own = merge(own, {__shfl_xor_sync(all_lanes, own.maximum, distance),
                          __shfl_xor_sync(all_lanes, own.sum, distance)});
    }
    if (threadIdx.x % 32 == 0) states[threadIdx.x / 32] = own;
    __syncthreads();
    State all = states[0];
    for (int warp = 1; warp < warps; ++warp) all = merge(all, states[warp]);
    return all;
}

// exp(x - maximum); 0 where all values are minus infinity.
__device__ float power(float x, float maximum) {
    return maximum == -INFINITY ? 0.0f : expf(x - maximum);
}

// A thread's powers count from its own largest value at first. What makes them count from that of
// the row, and the division by the sum, are one factor.
__global__ void held_kernel(const Four* input, Four* output, int columns) {
    const int own_vectors = columns / floats_of_vector;
    input += std::ptrdiff_t{blockIdx.x} * own_vectors;
    output += std::ptrdiff_t{blockIdx.x} * own_vectors;
    Four held[vectors];
    float maximum = -INFINITY;
#pragma unroll
    for (int j = 0; j < vectors; ++j) {
        const int i = j * threads_per_block + static_cast<int>(threadIdx.x);
        held[j] = i < own_vectors ? input[i] : Four{{-INFINITY, -INFINITY, -INFINITY, -INFINITY}};
    }
#pragma unroll
    for (const Four& four : held) {
        for (const float x : four.of) maximum = fmaxf(maximum, x);
    }
    float sum = 0.0f;
#pragma unroll
    for (Four& four : held) {
        for (float& x : four.of) {
            x = power(x, maximum);
            sum += x;
        }
    }
    const State row = state_of_block({maximum, sum});
    const float factor = row.sum == 0.0f ? 0.0f : power(maximum, row.maximum) / row.sum;
#pragma unroll
    for (int j = 0; j < vectors; ++j) {
        const int i = j * threads_per_block + static_cast<int>(threadIdx.x);
        for (float& x : held[j].of) x *= factor;
        if (i < own_vectors) output[i] = held[j];
    }
}

// What a thread has of a row in one round of a longer one; minus infinity behind the row.
constexpr int many_vectors = 8;
constexpr int vectors_of_round = many_vectors * threads_per_block;

struct Held {
    Four of[many_vectors];
    __device__ Held(const Four* row, int round, int own_vectors) {
#pragma unroll
        for (int j = 0; j < many_vectors; ++j) {
            const int i = place(round, j);
            of[j] = i < own_vectors ? row[i] : Four{{-INFINITY, -INFINITY, -INFINITY, -INFINITY}};
        }
    }
    __device__ static int place(int round, int j) {
        return round * vectors_of_round + j * threads_per_block + static_cast<int>(threadIdx.x);
    }
};

// The old sum counts from the old maximum: once for all values of a round.
__device__ State with_values(State state, const Held& held) {
    float maximum = state.maximum;
#pragma unroll
    for (const Four& four : held.of) {
        for (const float x : four.of) maximum = fmaxf(maximum, x);
    }
    if (maximum == -INFINITY) return state;
    float sum = state.sum * expf(state.maximum - maximum);
#pragma unroll
    for (const Four& four : held.of) {
        for (const float x : four.of) sum += expf(x - maximum);
    }
    return {maximum, sum};
}

__global__ void long_rows_kernel(const Four* input, Four* output, int columns) {
    const int own_vectors = columns / floats_of_vector;
    const int rounds = (own_vectors + vectors_of_round - 1) / vectors_of_round;
    input += std::ptrdiff_t{blockIdx.x} * own_vectors;
    output += std::ptrdiff_t{blockIdx.x} * own_vectors;
    State own{-INFINITY, 0.0f};
    for (int round = 0; round < rounds; ++round) {
        own = with_values(own, Held(input, round, own_vectors));
    }
    const State row = state_of_block(own);
    const float factor = row.sum == 0.0f ? 0.0f : 1.0f / row.sum;
    for (int round = rounds - 1; round >= 0; --round) {
        Held held(input, round, own_vectors);
#pragma unroll
        for (int j = 0; j < many_vectors; ++j) {
            for (float& x : held.of[j].of) x = power(x, row.maximum) * factor;
            const int i = Held::place(round, j);
            if (i < own_vectors) output[i] = held.of[j];
        }
    }
}

static bool begins_well(const float* array) {
    return reinterpret_cast<std::uintptr_t>(array) % sizeof(Four) == 0;
}

void softmax(const float* input, float* output, int rows, int columns) {
    if (rows == 0 || columns == 0) return;
    if (columns % floats_of_vector != 0 || !begins_well(input) || !begins_well(output)) {
        softmax_by_two_reads(input, output, rows, columns);
        return;
    }
    const auto kernel = columns > floats_of_block ? long_rows_kernel : held_kernel;
    kernel<<<rows, threads_per_block>>>(reinterpret_cast<const Four*>(input),
                                        reinterpret_cast<Four*>(output), columns);
    check(cudaGetLastError());
}
