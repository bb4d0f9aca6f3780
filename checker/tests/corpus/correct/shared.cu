// Correct programs that share memory within a block without an obvious barrier.
#include "corpus.hpp"

#include <cooperative_groups.h>
#include <vector>

namespace cg = cooperative_groups;

namespace {

__global__ void tree(const int* in, int* out) {
    __shared__ int sums[256];
    const unsigned me = threadIdx.x;
    sums[me] = in[me];
    for (unsigned half = 128; half > 0; half /= 2) {
        __syncthreads();
        if (me < half) sums[me] += sums[me + half];
    }
    if (me == 0) *out = sums[0];
}
CASE(tree_reduction) {
    const Array<int> in(256, 0), out(1);
    tree<<<1, 256>>>(in, out);
    EXPECT(out[0] == 0);
}

__global__ void last_warp(int* out) {
    __shared__ int sums[64];
    const int me = threadIdx.x;
    sums[me] = me;
    __syncthreads();
    if (me >= 32) return;
    int value = sums[me] + sums[me + 32];
    for (int half = 16; half > 0; half /= 2) {
        sums[me] = value;
        __syncwarp();
        value += sums[(me + half) % 32];
        __syncwarp();
    }
    out[me] = value;
}
CASE(last_warp_with_syncwarp) {
    const Array<int> out(32);
    last_warp<<<1, 64>>>(out);
    EXPECT(out[0] == 63 * 64 / 2);
}

__global__ void butterfly(int* out) {
    int value = lane();
    for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(0xffffffff, value, step);
    out[thread()] = value;
}
CASE(shuffle_reduction) {
    const Array<int> out(64);
    butterfly<<<1, 64>>>(out);
    EXPECT(out[63] == 496);
}

__global__ void halves(int* out) {
    __shared__ int box[32];
    box[lane()] = lane();
    const unsigned mine = lane() < 16 ? 0x0000ffffu : 0xffff0000u;
    __syncwarp(mine);
    out[thread()] = box[lane() ^ 15];
}
CASE(halves_of_a_warp) {
    const Array<int> out(32);
    halves<<<1, 32>>>(out);
    EXPECT(out[0] == 15 && out[31] == 16);
}

__global__ void double_buffer(const int* in, int* out, int rounds) {
    __shared__ int buffer[2][64];
    int sum = 0;
    for (int round = 0; round < rounds; ++round) {
        buffer[round % 2][threadIdx.x] = in[round * 64 + threadIdx.x];
        __syncthreads(); // one is enough: a thread that writes this half next has passed the next one
        sum += buffer[round % 2][63 - threadIdx.x];
    }
    out[thread()] = sum;
}
CASE(double_buffer_one_barrier) {
    const Array<int> in(64 * 5, 1), out(64);
    double_buffer<<<1, 64>>>(in, out, 5);
    EXPECT(out[9] == 5 * 0x01010101);
}

__global__ void hillis_steele(int* out) {
    __shared__ int values[64];
    values[threadIdx.x] = 1;
    for (unsigned step = 1; step < 64; step *= 2) {
        __syncthreads();
        const int left = threadIdx.x >= step ? values[threadIdx.x - step] : 0;
        __syncthreads();
        values[threadIdx.x] += left;
    }
    out[thread()] = values[threadIdx.x];
}
CASE(scan_in_place_with_two_barriers) {
    const Array<int> out(64);
    hillis_steele<<<1, 64>>>(out);
    EXPECT(out[63] == 64);
}

__global__ void same_value(const int* in, int* out) {
    __shared__ bool found;
    found = false; // all write the same
    __syncthreads();
    if (in[thread()] == 0) found = true; // so do these
    __syncthreads();
    out[thread()] = found;
}
CASE(all_write_the_same) {
    const Array<int> in(128, 0), out(128);
    same_value<<<1, 128>>>(in, out);
    EXPECT(out[0] == 1);
}

__global__ void bytes_beside_each_other(int* out) {
    __shared__ unsigned char bytes[64];
    bytes[threadIdx.x] = threadIdx.x;
    bytes[threadIdx.x] += 1;
    out[thread()] = bytes[threadIdx.x];
}
CASE(neighbouring_bytes) {
    const Array<int> out(64);
    bytes_beside_each_other<<<1, 64>>>(out);
    EXPECT(out[63] == 64);
}

__global__ void producer_consumer(int* out, int rounds) {
    __shared__ int box[32];
    if (threadIdx.x < 32) {
        for (int i = 0; i < rounds; ++i) {
            asm volatile("bar.sync 1, 64;" ::: "memory"); // empty
            box[lane()] = 100 * i + lane();
            asm volatile("bar.arrive 2, 64;" ::: "memory"); // full
        }
    } else {
        for (int i = 0; i < rounds; ++i) {
            asm volatile("bar.arrive 1, 64;" ::: "memory");
            asm volatile("bar.sync 2, 64;" ::: "memory");
            out[i * 32 + lane()] = box[31 - lane()];
        }
    }
}
CASE(named_barriers) {
    const Array<int> out(4 * 32);
    producer_consumer<<<1, 64>>>(out, 4);
    EXPECT(out[127] == 300 && out[0] == 31);
}

__global__ void pairs_of_warps(int* out) {
    __shared__ int box[4][32];
    const int warp = threadIdx.x / 32;
    box[warp][lane()] = warp;
    asm volatile("bar.sync %0, 64;" ::"r"(1 + warp / 2) : "memory");
    out[thread()] = box[warp ^ 1][lane()];
}
CASE(barriers_of_two_warps) {
    const Array<int> out(128);
    pairs_of_warps<<<1, 128>>>(out);
    EXPECT(out[0] == 1 && out[127] == 2);
}

__global__ void shared_lock(int* out) {
    __shared__ int lock, sum;
    if (threadIdx.x == 0) lock = sum = 0;
    __syncthreads();
    for (bool done = false; !done;) {
        if (atomicCAS(&lock, 0, 1) == 0) {
            __threadfence_block();
            sum += 1;
            __threadfence_block();
            atomicExch(&lock, 0);
            done = true;
        }
    }
    __syncthreads();
    if (threadIdx.x == 0) *out = sum;
}
CASE(lock_in_shared_memory) {
    const Array<int> out(1);
    shared_lock<<<1, 64>>>(out);
    EXPECT(out[0] == 64);
}

__global__ void flag_within_block(int* out) {
    __shared__ int data;
    __shared__ volatile int ready;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x == 32) {
        data = *out + 42;
        __threadfence_block();
        ready = 1;
    }
    if (threadIdx.x == 0) {
        while (ready == 0) {}
        __threadfence_block();
        *out = data;
    }
}
CASE(shared_flag_with_fence) {
    const Array<int> out(1, 0);
    flag_within_block<<<1, 64>>>(out);
    EXPECT(out[0] == 42);
}

__global__ void count_with_block_atomics(int* out) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    atomicAdd_block(&count, 1);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd(out, count);
}
CASE(block_scope_then_device_scope) {
    const Array<int> out(1, 0);
    count_with_block_atomics<<<4, 64>>>(out);
    EXPECT(out[0] == 256);
}

__global__ void reused(int* out) {
    __shared__ float floats[64];
    auto* words = reinterpret_cast<int*>(floats);
    floats[threadIdx.x] = 1.0f;
    __syncthreads();
    const float right = floats[63 - threadIdx.x];
    __syncthreads();
    words[threadIdx.x] = static_cast<int>(right);
    __syncthreads();
    out[thread()] = words[63 - threadIdx.x];
}
CASE(memory_of_two_types) {
    const Array<int> out(64);
    reused<<<1, 64>>>(out);
    EXPECT(out[0] == 1);
}

__global__ void barrier_with_vote(int* out) {
    __shared__ int box[64];
    box[threadIdx.x] = threadIdx.x;
    const int any = __syncthreads_or(threadIdx.x == 7);
    out[thread()] = box[63 - threadIdx.x] + any;
}
CASE(barrier_that_votes) {
    const Array<int> out(64);
    barrier_with_vote<<<1, 64>>>(out);
    EXPECT(out[0] == 64);
}

__global__ void tiles(int* out) {
    __shared__ int box[64];
    const auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    box[threadIdx.x] = threadIdx.x;
    tile.sync();
    out[thread()] = box[threadIdx.x ^ 7] + tile.shfl(static_cast<int>(tile.thread_rank()), 0);
}
CASE(cooperative_tiles) {
    const Array<int> out(64);
    tiles<<<1, 64>>>(out);
    EXPECT(out[0] == 7);
}

__global__ void aggregated(int* counter, int* out) {
    if (lane() % 3 != 0) {
        const auto group = cg::coalesced_threads();
        int first = 0;
        if (group.thread_rank() == 0) first = atomicAdd(counter, static_cast<int>(group.size()));
        out[group.shfl(first, 0) + static_cast<int>(group.thread_rank())] = 1;
    }
}
CASE(aggregated_atomics) {
    const Array<int> counter(1, 0), out(64, 0);
    aggregated<<<1, 64>>>(counter, out);
    EXPECT(counter[0] == 42 && out[41] == 1 && out[42] == 0);
}

__global__ void exits_early(int* out, int count) {
    if (thread() >= count) return; // a thread that has left does not hold up the others
    __syncthreads();
    out[thread()] = 1;
    __syncthreads();
}
CASE(threads_that_left) {
    const Array<int> out(40);
    exits_early<<<1, 64>>>(out, 40);
    EXPECT(out[39] == 1);
}

__global__ void uniform_branches(const int* go, int* out) {
    if (*go == 0) __syncthreads();
    for (int i = 0; i < 3 + *go; ++i) __syncthreads();
    out[thread()] = 1;
}
CASE(barriers_in_uniform_branches) {
    const Array<int> go(1, 0), out(64);
    uniform_branches<<<1, 64>>>(go, out);
    EXPECT(out[63] == 1);
}

__global__ void matmul(const float* a, const float* b, float* c, int n) {
    __shared__ float left[8][8], right[8][8];
    const int row = blockIdx.y * 8 + threadIdx.y, column = blockIdx.x * 8 + threadIdx.x;
    float sum = 0;
    for (int step = 0; step < n; step += 8) {
        left[threadIdx.y][threadIdx.x] = a[row * n + step + threadIdx.x];
        right[threadIdx.y][threadIdx.x] = b[(step + threadIdx.y) * n + column];
        __syncthreads();
        for (int k = 0; k < 8; ++k) sum += left[threadIdx.y][k] * right[k][threadIdx.x];
        __syncthreads();
    }
    c[row * n + column] = sum;
}
CASE(tiled_product) {
    const Array<float> a(256, 0), b(256, 0), c(256);
    matmul<<<dim3(2, 2), dim3(8, 8)>>>(a, b, c, 16);
    EXPECT(c[255] == 0);
}

// The same loads and stores with stride after stride: what is known of one pattern of addresses must
// not be taken for another, however many there have been.
__global__ void bitonic(int* keys) {
    __shared__ int tile[1024];
    const unsigned me = threadIdx.x, base = 1024 * blockIdx.x;
    tile[me] = keys[base + me];
    tile[me + 512] = keys[base + me + 512];
#pragma unroll 1
    for (unsigned length = 2; length <= 1024; length *= 2)
#pragma unroll 1
        for (unsigned stride = length / 2; stride > 0; stride /= 2) {
            __syncthreads();
            const unsigned at = 2 * me - (me & (stride - 1));
            const int a = tile[at], b = tile[at + stride];
            if ((a > b) == ((at & length) == 0)) {
                tile[at] = b;
                tile[at + stride] = a;
            }
        }
    __syncthreads();
    keys[base + me] = tile[me];
    keys[base + me + 512] = tile[me + 512];
}
CASE(bitonic_sort_of_many_blocks) {
    const int blocks = 64;
    const Array<int> keys(1024 * blocks);
    std::vector<int> values(1024 * blocks);
    for (int i = 0; i < 1024 * blocks; ++i) values[i] = i * 7919 % 10007;
    SUCCEED(cudaMemcpy(keys, values.data(), keys.bytes(), cudaMemcpyHostToDevice));
    bitonic<<<blocks, 512>>>(keys);
    SUCCEED(cudaMemcpy(values.data(), keys, keys.bytes(), cudaMemcpyDeviceToHost));
    for (int i = 1; i < 1024 * blocks; ++i)
        EXPECT(i % 1024 == 0 || values[i - 1] <= values[i]);
}

} // namespace
