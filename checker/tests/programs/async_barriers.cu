// cuda::barrier, cuda::pipeline and cuda::memcpy_async, as libcu++ has them.
#include "check.hpp"

#include <cooperative_groups.h>
#include <cuda/barrier>
#include <cuda/pipeline>
#include <utility>
#include <vector>

namespace cg = cooperative_groups;
using Barrier = cuda::barrier<cuda::thread_scope_block>;

// Each round adds up what the others left in the round before.
__global__ void rounds(int* out, int count) {
    __shared__ Barrier filled, read;
    __shared__ int values[128];
    const int me = threadIdx.x, size = blockDim.x;
    if (me == 0) {
        init(&filled, size);
        init(&read, size);
    }
    __syncthreads();
    int sum = me;
    for (int round = 0; round < count; ++round) {
        values[me] = sum;
        filled.arrive_and_wait();
        const int other = values[(me + 33) % size];
        Barrier::arrival_token token = read.arrive();
        sum = (sum + other) % 1009;
        read.wait(std::move(token));
    }
    out[blockIdx.x * size + me] = sum;
}

// One warp produces, the others consume, over two buffers.
__global__ void producer_and_consumers(const int* in, int tiles, int* out) {
    __shared__ Barrier ready[2], done[2];
    __shared__ int buffer[2][32];
    const int me = threadIdx.x, size = blockDim.x;
    if (me < 4) init(me < 2 ? &ready[me] : &done[me - 2], size);
    __syncthreads();
    if (me < 32) {
        for (int tile = 0; tile < tiles; ++tile) {
            done[tile % 2].arrive_and_wait(); // the buffer is free
            buffer[tile % 2][me] = in[32 * tile + me];
            (void)ready[tile % 2].arrive();
        }
        return;
    }
    int sum = 0;
    (void)done[0].arrive();
    (void)done[1].arrive();
    for (int tile = 0; tile < tiles; ++tile) {
        ready[tile % 2].arrive_and_wait();
        for (int i = 0; i < 32; ++i) sum += buffer[tile % 2][i] * (i + me);
        if (tile + 2 < tiles) (void)done[tile % 2].arrive();
    }
    out[me - 32] = sum;
}

// Half of the threads leave early.
__global__ void some_leave(int* out) {
    __shared__ Barrier barrier;
    __shared__ int count;
    const int me = threadIdx.x;
    if (me == 0) {
        init(&barrier, blockDim.x);
        count = 0;
    }
    __syncthreads();
    atomicAdd(&count, 1);
    if (me % 2 == 1) {
        barrier.arrive_and_drop();
        return;
    }
    barrier.arrive_and_wait();
    const int first = count;
    barrier.arrive_and_wait();
    atomicAdd(&count, 1);
    barrier.arrive_and_wait();
    out[me / 2] = first * 1000 + count;
}

__global__ void copied_with_a_barrier(const int* in, int tiles, int* out) {
    __shared__ Barrier barrier;
    __shared__ alignas(16) int tile[256];
    const auto block = cg::this_thread_block();
    if (block.thread_rank() == 0) init(&barrier, block.size());
    block.sync();
    int sum = 0;
    for (int i = 0; i < tiles; ++i) {
        cuda::memcpy_async(block, tile, in + 256 * i, cuda::aligned_size_t<16>(sizeof tile),
                           barrier);
        barrier.arrive_and_wait();
        sum += tile[255 - threadIdx.x] * (i + 1);
        barrier.arrive_and_wait(); // all have read it
    }
    out[threadIdx.x] = sum;
}

template <int stages>
__global__ void copied_with_a_pipeline(const int* in, int tiles, int* out) {
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, stages> state;
    __shared__ int buffer[stages][128];
    const auto block = cg::this_thread_block();
    auto pipeline = cuda::make_pipeline(block, &state);
    int sum = 0;
    for (int next = 0, tile = 0; tile < tiles; ++tile) {
        for (; next < tiles && next < tile + stages; ++next) {
            pipeline.producer_acquire();
            cuda::memcpy_async(block, buffer[next % stages], in + 128 * next, sizeof buffer[0],
                               pipeline);
            pipeline.producer_commit();
        }
        pipeline.consumer_wait();
        sum += buffer[tile % stages][127 - threadIdx.x] * (tile + 1);
        pipeline.consumer_release();
    }
    out[threadIdx.x] = sum;
}

// Each thread for itself.
__global__ void copied_by_threads(const int* in, int* out) {
    __shared__ int mine[2][128];
    const int me = threadIdx.x;
    auto pipeline = cuda::make_pipeline();
    for (int i = 0; i < 2; ++i) {
        pipeline.producer_acquire();
        cuda::memcpy_async(&mine[i][me], &in[128 * i + me], sizeof(int), pipeline);
        pipeline.producer_commit();
    }
    cuda::pipeline_consumer_wait_prior<1>(pipeline);
    int sum = mine[0][me];
    pipeline.consumer_release();
    cuda::pipeline_consumer_wait_prior<0>(pipeline);
    sum += 2 * mine[1][me];
    pipeline.consumer_release();
    out[me] = sum;
}

int main() {
    std::vector<int> numbers(2048);
    for (int i = 0; i < 2048; ++i) numbers[i] = i * 37 % 101;
    int *in = nullptr, *out = nullptr;
    check(cudaMalloc(&in, 2048 * sizeof(int)));
    check(cudaMalloc(&out, 512 * sizeof(int)));
    check(cudaMemcpy(in, numbers.data(), 2048 * sizeof(int), cudaMemcpyHostToDevice));
    const auto print = [&](const char* name, int count) {
        finish();
        std::vector<int> result(count);
        check(cudaMemcpy(result.data(), out, count * sizeof(int), cudaMemcpyDeviceToHost));
        long long sum = 0;
        for (int i = 0; i < count; ++i) sum += static_cast<long long>(result[i]) * (i + 1);
        std::printf("%s: %d %d %lld\n", name, result[0], result[count - 1], sum);
    };
    rounds<<<2, 128>>>(out, 5);
    print("rounds", 256);
    producer_and_consumers<<<1, 96>>>(in, 8, out);
    print("producer and consumers", 64);
    some_leave<<<1, 64>>>(out);
    print("some leave", 32);
    copied_with_a_barrier<<<1, 256>>>(in, 8, out);
    print("copied with a barrier", 256);
    copied_with_a_pipeline<2><<<1, 128>>>(in, 16, out);
    print("pipeline of two stages", 128);
    copied_with_a_pipeline<3><<<1, 128>>>(in, 16, out);
    print("pipeline of three stages", 128);
    copied_by_threads<<<1, 128>>>(in, out);
    print("copied by threads", 128);
    check(cudaFree(in));
    check(cudaFree(out));
    return 0;
}
