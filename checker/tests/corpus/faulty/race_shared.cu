// Races in shared memory.
#include "corpus.hpp"

namespace {

__global__ void reverse(int* out) {
    __shared__ int tile[64];
    tile[threadIdx.x] = out[thread()]; // other: missing_barrier
    out[thread()] = tile[63 - threadIdx.x]; // fault: missing_barrier
}
CASE(missing_barrier) {
    const Array<int> out(64, 0);
    reverse<<<1, 64>>>(out);
}

__global__ void rotate_in_place(int* out) {
    __shared__ int tile[64];
    tile[threadIdx.x] = threadIdx.x;
    __syncthreads();
    const int right = tile[(threadIdx.x + 33) % 64]; // other: missing_barrier_before_write
    tile[threadIdx.x] = right; // fault: missing_barrier_before_write
    __syncthreads();
    out[thread()] = tile[threadIdx.x];
}
CASE(missing_barrier_before_write) {
    const Array<int> out(64);
    rotate_in_place<<<1, 64>>>(out);
}

__global__ void all_write_one(int* out) {
    __shared__ int word;
    word = threadIdx.x; // fault: all_write_one, other: all_write_one
    __syncthreads();
    out[thread()] = word;
}
CASE(all_write_one) {
    const Array<int> out(64);
    all_write_one<<<1, 64>>>(out);
}

__global__ void reduce_warp(int* out) {
    __shared__ int sums[32];
    sums[threadIdx.x] = threadIdx.x; // other: missing_syncwarp
    if (threadIdx.x < 16) sums[threadIdx.x] += sums[threadIdx.x + 16]; // fault: missing_syncwarp
    __syncwarp();
    out[thread()] = sums[0];
}
CASE(missing_syncwarp) {
    const Array<int> out(32);
    reduce_warp<<<1, 32>>>(out);
}

// Warp-synchronous code as it was written before Volta.
__global__ void reduce_volatile(int* out) {
    __shared__ volatile int sums[64];
    sums[threadIdx.x] = threadIdx.x; // other: volatile_is_no_syncwarp
    sums[threadIdx.x + 32] = threadIdx.x; // other: volatile_is_no_syncwarp
    // A thread that runs ahead reads what its neighbour has not written yet.
    sums[threadIdx.x] = sums[threadIdx.x] + sums[threadIdx.x + 32]; // other: volatile_is_no_syncwarp
    sums[threadIdx.x] = sums[threadIdx.x] + sums[threadIdx.x + 16]; // fault: volatile_is_no_syncwarp
    if (threadIdx.x == 0) out[0] = sums[0];
}
CASE(volatile_is_no_syncwarp) {
    const Array<int> out(1);
    reduce_volatile<<<1, 32>>>(out);
}

__global__ void last_warp_unrolled(int* out) {
    __shared__ int sums[128];
    const int me = threadIdx.x;
    sums[me] = me;
    __syncthreads();
    if (me < 64) sums[me] += sums[me + 64];
    __syncthreads();
    if (me < 32) {
        sums[me] += sums[me + 32]; // other: last_warp_without_sync
        sums[me] += sums[me + 16]; // fault: last_warp_without_sync, other: last_warp_without_sync
        __syncwarp();
        out[me] = sums[me];
    }
}
CASE(last_warp_without_sync) {
    const Array<int> out(32);
    last_warp_unrolled<<<1, 128>>>(out);
}

__global__ void half_a_warp_synchronises(int* out) {
    __shared__ int tile[32];
    tile[lane()] = lane(); // other: syncwarp_of_the_wrong_half
    if (lane() < 16) __syncwarp(0x0000ffff);
    else __syncwarp(0xffff0000);
    out[thread()] = tile[31 - lane()]; // fault: syncwarp_of_the_wrong_half
}
CASE(syncwarp_of_the_wrong_half) {
    const Array<int> out(32);
    half_a_warp_synchronises<<<1, 32>>>(out);
}

__global__ void count_in_shared(const int* in, int* out) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    if (in[thread()] == 0) count += 1; // fault: shared_counter, other: shared_counter
    __syncthreads();
    if (threadIdx.x == 0) *out = count;
}
CASE(shared_counter) {
    const Array<int> in(64, 0), out(1);
    count_in_shared<<<1, 64>>>(in, out);
}

__global__ void count_without_reset_barrier(int* out) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0; // other: reset_without_barrier
    atomicAdd(&count, 1); // fault: reset_without_barrier
    __syncthreads();
    if (threadIdx.x == 0) *out = count;
}
CASE(reset_without_barrier) {
    const Array<int> out(1);
    count_without_reset_barrier<<<1, 64>>>(out);
}

__global__ void read_counter_early(int* out) {
    __shared__ int count;
    if (threadIdx.x == 0) count = 0;
    __syncthreads();
    atomicAdd(&count, 1); // other: counter_read_early
    out[thread()] = count; // fault: counter_read_early
}
CASE(counter_read_early) {
    const Array<int> out(64);
    read_counter_early<<<1, 64>>>(out);
}

__global__ void one_buffer_too_few(const int* in, int* out, int rounds) {
    __shared__ int buffer[64];
    int sum = 0;
    for (int round = 0; round < rounds; ++round) {
        buffer[threadIdx.x] = in[round * 64 + threadIdx.x]; // fault: tile_reused_without_barrier
        __syncthreads();
        sum += buffer[63 - threadIdx.x]; // other: tile_reused_without_barrier
    }
    out[thread()] = sum;
}
CASE(tile_reused_without_barrier) {
    const Array<int> in(256, 0), out(64);
    one_buffer_too_few<<<1, 64>>>(in, out, 4);
}

__global__ void wrong_buffer(const int* in, int* out, int rounds) {
    __shared__ int buffer[2][64];
    buffer[0][threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    int sum = 0;
    for (int round = 1; round < rounds; ++round) {
        buffer[(round / 2) % 2][threadIdx.x] = in[round * 64 + threadIdx.x]; // fault: double_buffer_same_half
        sum += buffer[((round - 1) / 2) % 2][63 - threadIdx.x]; // other: double_buffer_same_half
        __syncthreads();
    }
    out[thread()] = sum;
}
CASE(double_buffer_same_half) {
    const Array<int> in(256, 0), out(64);
    wrong_buffer<<<1, 64>>>(in, out, 4);
}

__global__ void scan_in_place(int* out) {
    __shared__ int values[64];
    values[threadIdx.x] = 1;
    for (unsigned step = 1; step < 64; step *= 2) {
        __syncthreads();
        if (threadIdx.x >= step) values[threadIdx.x] += values[threadIdx.x - step]; // fault: scan_in_place, other: scan_in_place
    }
    __syncthreads();
    out[thread()] = values[threadIdx.x];
}
CASE(scan_in_place) {
    const Array<int> out(64);
    scan_in_place<<<1, 64>>>(out);
}

__global__ void transpose(const int* in, int* out) {
    __shared__ int tile[8][8];
    tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 8 + threadIdx.x]; // other: transpose_without_barrier
    out[threadIdx.y * 8 + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; // fault: transpose_without_barrier
}
CASE(transpose_without_barrier) {
    const Array<int> in(64, 0), out(64);
    transpose<<<1, dim3(8, 8)>>>(in, out);
}

__global__ void broadcast(int* out) {
    __shared__ int value;
    if (threadIdx.x == 0) value = out[0]; // other: broadcast_without_barrier
    out[1 + thread()] = value; // fault: broadcast_without_barrier
}
CASE(broadcast_without_barrier) {
    const Array<int> out(65, 0);
    broadcast<<<1, 64>>>(out);
}

__global__ void consumer_does_not_wait(int* out) {
    __shared__ int box[32];
    if (threadIdx.x < 32) {
        box[lane()] = lane(); // other: arrive_where_sync_is_meant
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    } else {
        asm volatile("bar.arrive 1, 64;" ::: "memory");
        out[lane()] = box[lane()]; // fault: arrive_where_sync_is_meant
    }
}
CASE(arrive_where_sync_is_meant) {
    const Array<int> out(32);
    consumer_does_not_wait<<<1, 64>>>(out);
}

__global__ void flag_in_shared(int* out) {
    __shared__ int data;
    __shared__ volatile int ready;
    if (threadIdx.x == 0) ready = 0;
    __syncthreads();
    if (threadIdx.x == 32) {
        data = *out + 42; // other: shared_flag_without_fence
        ready = 1;
    }
    if (threadIdx.x == 0) {
        while (ready == 0) {}
        *out = data; // fault: shared_flag_without_fence
    }
}
CASE(shared_flag_without_fence) {
    const Array<int> out(1, 0);
    flag_in_shared<<<1, 64>>>(out);
}

__global__ void bits_of_a_word(unsigned* out) {
    __shared__ unsigned bits;
    if (threadIdx.x == 0) bits = 0;
    __syncthreads();
    bits |= 1u << lane(); // fault: shared_bits, other: shared_bits
    __syncthreads();
    *out = bits;
}
CASE(shared_bits) {
    const Array<unsigned> out(1);
    bits_of_a_word<<<1, 32>>>(out);
}

} // namespace
