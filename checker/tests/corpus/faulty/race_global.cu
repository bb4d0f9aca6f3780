// Races in global memory; compute-sanitizer's racecheck looks at shared memory only.
#include "corpus.hpp"

#include <cooperative_groups.h>

namespace {

__global__ void count(int* counter) {
    *counter += 1; // fault: global_counter, other: global_counter
}
CASE(global_counter) {
    const Array<int> counter(1, 0);
    count<<<4, 64>>>(counter);
}

__global__ void histogram(const int* in, int* bins) {
    bins[in[thread()] % 8]++; // fault: histogram, other: histogram
}
CASE(histogram) {
    const Array<int> in(256, 0), bins(8, 0);
    histogram<<<4, 64>>>(in, bins);
}

__global__ void smooth_in_place(int* values, int count) {
    const int me = thread();
    if (me > 0 && me < count - 1) values[me] = values[me - 1] + values[me + 1]; // fault: smooth_in_place, other: smooth_in_place
}
CASE(smooth_in_place) {
    const Array<int> values(128, 1);
    smooth_in_place<<<2, 64>>>(values, 128);
}

__global__ void overlapping_parts(int* out) {
    out[blockIdx.x * 63 + threadIdx.x] = blockIdx.x; // fault: overlapping_parts, other: overlapping_parts
}
CASE(overlapping_parts) {
    const Array<int> out(256);
    overlapping_parts<<<4, 64>>>(out);
}

__global__ void sum_in_first_block(int* partial, int* out) {
    if (threadIdx.x == 0) partial[blockIdx.x] = blockIdx.x; // other: first_block_sums
    __syncthreads();
    if (blockIdx.x == 3 && threadIdx.x < 4) out[threadIdx.x] = partial[threadIdx.x]; // fault: first_block_sums
}
CASE(first_block_sums) {
    const Array<int> partial(4, 0), out(4);
    sum_in_first_block<<<4, 32>>>(partial, out);
}

template <class Fence>
__device__ void last_block(int* partial, unsigned* arrived, int* out, Fence fence) {
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = blockIdx.x; // other: last_block_without_fence, other: last_block_with_block_fence
        fence();
        is_last = atomicAdd(arrived, 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last || threadIdx.x != 0) return;
    int sum = 0;
    for (unsigned i = 0; i < gridDim.x; ++i) sum += partial[i]; // fault: last_block_without_fence, fault: last_block_with_block_fence
    *out = sum;
}
__global__ void last_block_without_fence(int* partial, unsigned* arrived, int* out) {
    last_block(partial, arrived, out, [] {});
}
__global__ void last_block_with_block_fence(int* partial, unsigned* arrived, int* out) {
    last_block(partial, arrived, out, [] { __threadfence_block(); });
}
CASE(last_block_without_fence) {
    const Array<int> partial(4, 0), out(1);
    const Array<unsigned> arrived(1, 0);
    last_block_without_fence<<<4, 32>>>(partial, arrived, out);
}
CASE(last_block_with_block_fence) {
    const Array<int> partial(4, 0), out(1);
    const Array<unsigned> arrived(1, 0);
    last_block_with_block_fence<<<4, 32>>>(partial, arrived, out);
}

__global__ void pass_by_flag(int* data, volatile int* flag, int* out) {
    if (blockIdx.x == 0) {
        *data = 42; // other: flag_without_fence
        *flag = 1;
    } else {
        while (*flag == 0) {}
        *out = *data; // fault: flag_without_fence
    }
}
CASE(flag_without_fence) {
    const Array<int> data(1, 0), flag(1, 0), out(1);
    pass_by_flag<<<2, 1>>>(data, flag, out);
}

__global__ void pass_by_plain_flag(int* data, int* flag, int* out) {
    if (blockIdx.x == 0) {
        *data = 42; // other: plain_flag
        __threadfence();
        *flag = 1; // other: plain_flag
    } else {
        while (*static_cast<volatile int*>(flag) == 0) {} // fault: plain_flag
        __threadfence();
        *out = *data; // fault: plain_flag
    }
}
CASE(plain_flag) {
    const Array<int> data(1, 0), flag(1, 0), out(1);
    pass_by_plain_flag<<<2, 1>>>(data, flag, out);
}

__global__ void count_with_block_scope(int* counter) {
    atomicAdd_block(counter, 1); // fault: block_scope_atomic, other: block_scope_atomic
}
CASE(block_scope_atomic) {
    const Array<int> counter(1, 0);
    count_with_block_scope<<<4, 32>>>(counter);
}

__global__ void flag_of_block_scope(int* data, int* flag, int* out) {
    if (blockIdx.x == 0) {
        *data = 42; // other: block_scope_release
        asm volatile("st.release.cta.global.u32 [%0], 1;" ::"l"(flag) : "memory"); // other: block_scope_release
    } else {
        int seen = 0;
        while (seen == 0)
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory"); // fault: block_scope_release
        *out = *data; // fault: block_scope_release
    }
}
CASE(block_scope_release) {
    const Array<int> data(1, 0), flag(1, 0), out(1);
    flag_of_block_scope<<<2, 1>>>(data, flag, out);
}

__global__ void flag_acquired_in_block_scope(int* data, int* flag, int* out) {
    if (blockIdx.x == 0) {
        *data = 42; // other: block_scope_acquire
        asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flag) : "memory"); // other: block_scope_acquire
    } else {
        int seen = 0;
        while (seen == 0)
            asm volatile("ld.acquire.cta.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory"); // fault: block_scope_acquire
        *out = *data; // fault: block_scope_acquire
    }
}
CASE(block_scope_acquire) {
    const Array<int> data(1, 0), flag(1, 0), out(1);
    flag_acquired_in_block_scope<<<2, 1>>>(data, flag, out);
}

__global__ void locked_without_fence(int* lock, int* sum) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {}
    *sum += 1; // fault: lock_without_fence, other: lock_without_fence
    atomicExch(lock, 0);
}
CASE(lock_without_fence) {
    const Array<int> lock(1, 0), sum(1, 0);
    locked_without_fence<<<4, 32>>>(lock, sum);
}

__global__ void unlocked_by_store(int* lock, int* sum) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {} // fault: unlock_by_plain_store
    __threadfence();
    *sum += 1; // fault: unlock_by_plain_store, other: unlock_by_plain_store
    __threadfence();
    *lock = 0; // other: unlock_by_plain_store
}
CASE(unlock_by_plain_store) {
    const Array<int> lock(1, 0), sum(1, 0);
    unlocked_by_store<<<4, 32>>>(lock, sum);
}

__global__ void atomic_beside_plain(int* counter, int* out) {
    if (blockIdx.x != 0) atomicAdd(counter, 1); // other: atomic_beside_plain_read
    else out[thread()] = *counter; // fault: atomic_beside_plain_read
}
CASE(atomic_beside_plain_read) {
    const Array<int> counter(1, 0), out(32);
    atomic_beside_plain<<<4, 32>>>(counter, out);
}

__global__ void reset_while_counting(int* counter) {
    if (thread() == 0) *counter = 0; // other: reset_while_counting
    atomicAdd(counter, 1); // fault: reset_while_counting
}
CASE(reset_while_counting) {
    const Array<int> counter(1, 1);
    reset_while_counting<<<4, 32>>>(counter);
}

__global__ void set_bits(unsigned* bits) {
    bits[thread() / 32] |= 1u << lane(); // fault: bitmap, other: bitmap
}
CASE(bitmap) {
    const Array<unsigned> bits(2, 0);
    set_bits<<<1, 64>>>(bits);
}

struct Item {
    int value;
    Item* next;
};
__global__ void push(Item* items, Item** head) {
    Item* mine = &items[thread()];
    mine->value = thread();
    mine->next = *head; // other: list_push
    *head = mine; // fault: list_push
}
CASE(list_push) {
    const Array<Item> items(64);
    const Array<Item*> head(1, 0);
    push<<<1, 64>>>(items, head);
}

__global__ void two_steps(int* a, int* b) {
    a[thread()] = thread(); // other: missing_grid_sync
    __syncthreads();
    b[thread()] = a[127 - thread()]; // fault: missing_grid_sync
}
CASE(missing_grid_sync) {
    const Array<int> a(128, 0), b(128);
    two_steps<<<2, 64>>>(a, b);
}

__global__ void maximum(const int* in, int* best) {
    if (in[thread()] > *best) // other: maximum
        *best = in[thread()]; // fault: maximum
}
__global__ void ascending(int* out) { out[thread()] = thread(); }
CASE(maximum) {
    const Array<int> in(64), best(1, 0xff);
    ascending<<<1, 64>>>(in);
    maximum<<<1, 64>>>(in, best);
}

__global__ void take_ticket(int* next, int* queue) {
    const int mine = (*next)++; // fault: plain_ticket, other: plain_ticket
    queue[mine % 64] = 1;
}
CASE(plain_ticket) {
    const Array<int> next(1, 0), queue(64);
    take_ticket<<<2, 32>>>(next, queue);
}

__global__ void look_back(int* sums, volatile int* states, int* out) {
    if (threadIdx.x != 0) return;
    int before = 0;
    if (blockIdx.x != 0) {
        while (states[blockIdx.x - 1] == 0) {}
        before = sums[blockIdx.x - 1]; // fault: look_back_without_fence
    }
    sums[blockIdx.x] = before + 1; // other: look_back_without_fence
    states[blockIdx.x] = 1;
    out[blockIdx.x] = before;
}
CASE(look_back_without_fence) {
    const Array<int> sums(4, 0), states(4, 0), out(4);
    look_back<<<4, 32>>>(sums, states, out);
}

__global__ void write_then_neighbour(int* data, int* out) {
    data[lane()] = lane(); // other: global_missing_syncwarp
    out[lane()] = data[31 - lane()]; // fault: global_missing_syncwarp
}
CASE(global_missing_syncwarp) {
    const Array<int> data(32, 0), out(32);
    write_then_neighbour<<<1, 32>>>(data, out);
}

} // namespace
