// libcu++: cuda::atomic with orders and scopes, atomic_ref on plain memory, a message passed from
// block to block, a binary and a counting semaphore.
#include "check.hpp"

#include <cuda/atomic>
#include <cuda/semaphore>

struct Shared {
    cuda::atomic<int, cuda::thread_scope_device> ready{0};
    cuda::atomic<unsigned long long, cuda::thread_scope_device> sum{0};
    cuda::atomic<double, cuda::thread_scope_device> real{0};
    cuda::atomic<int, cuda::thread_scope_device> largest{-1};
    int message = 0;
    int answer = 0;
    int plain[4] = {};
};

__global__ void pass_message(Shared* shared) {
    if (threadIdx.x != 0) return;
    if (blockIdx.x == 0) {
        shared->message = 42;
        shared->ready.store(1, cuda::memory_order_release);
        shared->ready.notify_all();
    } else if (blockIdx.x == 1) {
        shared->ready.wait(0, cuda::memory_order_acquire);
        shared->answer = shared->message + 1;
    }
}

__global__ void count(Shared* shared) {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    shared->sum.fetch_add(i, cuda::memory_order_relaxed);
    shared->real.fetch_add(0.5);
    shared->largest.fetch_max(i * 7 % 300);
    cuda::atomic_ref<int, cuda::thread_scope_device> place(shared->plain[i % 4]);
    int seen = place.load(cuda::memory_order_relaxed); // modulo 10007: no instruction for that
    while (!place.compare_exchange_weak(seen, (seen * 3 + 1) % 10007, cuda::memory_order_relaxed)) {
    }
    cuda::atomic_ref<int, cuda::thread_scope_system>(shared->plain[3]).fetch_add(0);
}

__device__ cuda::binary_semaphore<cuda::thread_scope_device> one{1};
__device__ cuda::counting_semaphore<cuda::thread_scope_device, 4> four{4};
__device__ int guarded = 0;
__device__ cuda::atomic<int, cuda::thread_scope_device> inside{0}, most{0};

__global__ void take_turns() {
    if (threadIdx.x != 0) return;
    one.acquire();
    guarded = guarded * 2 + 1;
    guarded %= 65536;
    one.release();
    four.acquire();
    most.fetch_max(inside.fetch_add(1) + 1);
    inside.fetch_sub(1);
    four.release();
}

int main() {
    Shared* shared = nullptr;
    check(cudaMallocManaged(&shared, sizeof(Shared)));
    new (shared) Shared;
    pass_message<<<2, 32>>>(shared);
    finish();
    require(shared->answer == 43, "the message");
    constexpr int blocks = 4, threads = 64, total = blocks * threads;
    count<<<blocks, threads>>>(shared);
    finish();
    int plain[4] = {}, largest = -1;
    for (int i = 0; i < total; ++i) {
        plain[i % 4] = (plain[i % 4] * 3 + 1) % 10007;
        largest = i * 7 % 300 > largest ? i * 7 % 300 : largest;
    }
    require(shared->sum.load() == total * (total - 1) / 2, "sum");
    require(shared->real.load() == total * 0.5, "real");
    require(shared->largest.load() == largest, "largest");
    for (int i = 0; i < 4; ++i) require(shared->plain[i] == plain[i], "a plain place");
    std::printf("answer %d, sum %llu, real %g, largest %d, plain %d\n", shared->answer,
                shared->sum.load(), shared->real.load(), shared->largest.load(), shared->plain[0]);

    take_turns<<<12, 32>>>();
    finish();
    int turns = 0, greatest = 0;
    check(cudaMemcpyFromSymbol(&turns, guarded, sizeof turns));
    check(cudaMemcpyFromSymbol(&greatest, most, sizeof greatest));
    require(turns == 4095, "turns");
    require(greatest >= 1 && greatest <= 4, "how many were inside");
    std::printf("turns %d\n", turns);
    check(cudaFree(shared));
    return 0;
}
