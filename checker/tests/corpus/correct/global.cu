// Correct programs in which blocks, launches and streams meet in global memory.
#include "corpus.hpp"

#include <cooperative_groups.h>
#include <vector>

namespace cg = cooperative_groups;

namespace {

__global__ void count(int* counter) { atomicAdd(counter, 1); }
CASE(atomic_counter) {
    const Array<int> counter(1, 0);
    count<<<8, 64>>>(counter);
    EXPECT(counter[0] == 512);
}

__global__ void last_block(int* partial, unsigned* arrived, int* out) {
    __shared__ bool is_last;
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = blockIdx.x;
        __threadfence();
        is_last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (!is_last) return;
    if (threadIdx.x == 0) {
        int sum = 0;
        for (unsigned i = 0; i < gridDim.x; ++i) sum += partial[i];
        *out = sum;
    }
}
CASE(last_block_sums) {
    const Array<int> partial(8), out(1);
    const Array<unsigned> arrived(1, 0);
    for (int round = 0; round < 2; ++round) last_block<<<8, 64>>>(partial, arrived, out);
    EXPECT(out[0] == 28);
}

// All threads of a block write, one publishes for them.
__global__ void last_block_of_many(int* partial, unsigned* arrived, int* out) {
    __shared__ bool is_last;
    partial[thread()] = 1;
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0) is_last = atomicAdd(arrived, 1) == gridDim.x - 1;
    __syncthreads();
    if (is_last) out[threadIdx.x] = partial[threadIdx.x] + partial[threadIdx.x + 64];
}
CASE(one_publishes_for_the_block) {
    const Array<int> partial(128), out(64);
    const Array<unsigned> arrived(1, 0);
    last_block_of_many<<<2, 64>>>(partial, arrived, out);
    EXPECT(out[63] == 2);
}

__global__ void look_back(volatile int* sums, volatile int* states, int* out) {
    if (threadIdx.x != 0) return;
    int before = 0;
    for (int at = static_cast<int>(blockIdx.x) - 1; at >= 0; --at) {
        while (states[at] == 0) {}
        __threadfence();
        before += sums[at];
    }
    sums[blockIdx.x] = 1;
    __threadfence();
    states[blockIdx.x] = 1;
    out[blockIdx.x] = before;
}
CASE(look_back_scan) {
    const Array<int> sums(6, 0), states(6, 0), out(6);
    look_back<<<6, 32>>>(sums, states, out);
    EXPECT(out[5] == 5);
}

__global__ void locked(int* lock, int* sum) {
    if (threadIdx.x != 0) return;
    while (atomicCAS(lock, 0, 1) != 0) {}
    __threadfence();
    *sum += 1;
    __threadfence();
    atomicExch(lock, 0);
}
CASE(spin_lock) {
    const Array<int> lock(1, 0), sum(1, 0);
    locked<<<8, 32>>>(lock, sum);
    EXPECT(sum[0] == 8);
}

__global__ void locked_by_every_lane(int* lock, int* sum) {
    for (bool done = false; !done;) {
        if (atomicCAS(lock, 0, 1) == 0) {
            __threadfence();
            *sum += 1;
            __threadfence();
            atomicExch(lock, 0);
            done = true;
        }
    }
}
CASE(lock_fought_over_in_a_warp) {
    const Array<int> lock(1, 0), sum(1, 0);
    locked_by_every_lane<<<2, 32>>>(lock, sum);
    EXPECT(sum[0] == 64);
}

__global__ void ticket_lock(unsigned* next, volatile unsigned* serving, int* sum) {
    if (threadIdx.x != 0) return;
    const unsigned mine = atomicAdd(next, 1);
    while (*serving != mine) {}
    __threadfence();
    *sum += 1;
    __threadfence();
    *serving = mine + 1;
}
CASE(ticket_lock) {
    const Array<unsigned> next(1, 0), serving(1, 0);
    const Array<int> sum(1, 0);
    ticket_lock<<<6, 32>>>(next, serving, sum);
    EXPECT(sum[0] == 6);
}

__global__ void pass_by_flag(int* data, volatile int* flag, int* out) {
    if (blockIdx.x == 0) {
        *data = 42;
        __threadfence();
        *flag = 1;
    } else {
        while (*flag == 0) {}
        __threadfence();
        *out = *data;
    }
}
CASE(flag_with_fence) {
    const Array<int> data(1, 0), flag(1, 0), out(1);
    pass_by_flag<<<2, 1>>>(data, flag, out);
    EXPECT(out[0] == 42);
}

__global__ void release_acquire(int* data, int* flag, int* out) {
    if (blockIdx.x == 0) {
        *data = 42;
        asm volatile("st.release.gpu.global.u32 [%0], 1;" ::"l"(flag) : "memory");
    } else {
        int seen = 0;
        while (seen == 0)
            asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag) : "memory");
        *out = *data;
    }
}
CASE(release_and_acquire) {
    const Array<int> data(1, 0), flag(1, 0), out(1);
    release_acquire<<<2, 1>>>(data, flag, out);
    EXPECT(out[0] == 42);
}

// Release and acquire of the block's scope, between warps of one block.
__global__ void release_acquire_in_block(int* data, int* flag, int* out) {
    if (threadIdx.x == 32) {
        data[blockIdx.x] = 42;
        asm volatile("st.release.cta.global.u32 [%0], 1;" ::"l"(flag + blockIdx.x) : "memory");
    } else if (threadIdx.x == 0) {
        int seen = 0;
        while (seen == 0)
            asm volatile("ld.acquire.cta.global.u32 %0, [%1];" : "=r"(seen) : "l"(flag + blockIdx.x) : "memory");
        out[blockIdx.x] = data[blockIdx.x];
    }
}
CASE(block_scope_within_blocks) {
    const Array<int> data(4, 0), flag(4, 0), out(4);
    release_acquire_in_block<<<4, 64>>>(data, flag, out);
    EXPECT(out[3] == 42);
}

__global__ void own_counter(int* counters, int* total) {
    atomicAdd_block(&counters[blockIdx.x], 1);
    __syncthreads();
    if (threadIdx.x == 0) atomicAdd_system(total, counters[blockIdx.x]);
    if (threadIdx.x == 32) atomicAdd(total, 0);
}
CASE(scopes_that_fit) {
    const Array<int> counters(4, 0), total(1, 0);
    own_counter<<<4, 64>>>(counters, total);
    EXPECT(total[0] == 256);
}

__global__ void grid_steps(int* a, int* b) {
    a[thread()] = thread();
    cg::this_grid().sync();
    b[thread()] = a[127 - thread()];
    cg::this_grid().sync();
    a[thread()] = b[127 - thread()];
}
CASE(grid_sync) {
    const Array<int> a(128), b(128);
    int *first = a, *second = b;
    void* arguments[] = {&first, &second};
    SUCCEED(cudaLaunchCooperativeKernel(reinterpret_cast<void*>(grid_steps), 2, 64, arguments, 0, nullptr));
    EXPECT(a[5] == 5);
}

__device__ void barrier_of_blocks(unsigned* arrived, unsigned round) {
    __syncthreads();
    if (threadIdx.x == 0) {
        __threadfence();
        atomicAdd(arrived, 1);
        while (atomicAdd(arrived, 0) < round * gridDim.x) {}
        __threadfence();
    }
    __syncthreads();
}
__global__ void hand_made_grid_sync(int* a, int* b, unsigned* arrived) {
    a[thread()] = thread();
    barrier_of_blocks(arrived, 1);
    b[thread()] = a[127 - thread()];
    barrier_of_blocks(arrived, 2);
    a[thread()] = b[127 - thread()];
}
CASE(hand_made_grid_barrier) {
    const Array<int> a(128), b(128);
    const Array<unsigned> arrived(1, 0);
    hand_made_grid_sync<<<2, 64>>>(a, b, arrived);
    EXPECT(a[5] == 5);
}

__global__ void mark(const int* in, int* found) {
    if (in[thread()] == 0) *found = 1;
}
CASE(everybody_sets_the_flag) {
    const Array<int> in(256, 0), found(1, 0);
    mark<<<4, 64>>>(in, found);
    EXPECT(found[0] == 1);
}

__global__ void neighbouring_bytes(char* out) { out[thread()] = static_cast<char>(thread()); }
CASE(bytes_of_one_word) {
    const Array<char> out(64);
    neighbouring_bytes<<<4, 16>>>(out);
    EXPECT(out[63] == 63);
}

struct Item {
    int value;
    Item* next;
};
__global__ void push(Item* items, Item** head) {
    Item* mine = &items[thread()];
    mine->value = thread();
    using Word = unsigned long long;
    mine->next = reinterpret_cast<Item*>(
        atomicExch(reinterpret_cast<Word*>(head), reinterpret_cast<Word>(mine)));
}
CASE(list_by_exchange) {
    const Array<Item> items(64);
    const Array<Item*> head(1, 0);
    push<<<2, 32>>>(items, head);
    EXPECT(head[0] != nullptr);
}

__global__ void work_queue(int* next, int* out, int count) {
    for (int mine = atomicAdd(next, 1); mine < count; mine = atomicAdd(next, 1)) out[mine] = mine;
}
CASE(work_queue) {
    const Array<int> next(1, 0), out(500);
    work_queue<<<4, 32>>>(next, out, 500);
    EXPECT(out[499] == 499);
}

__global__ void insert(unsigned* keys, int* values, unsigned slots) {
    const unsigned key = thread() + 1;
    unsigned slot = key * 7 % slots;
    while (true) {
        const unsigned there = atomicCAS(&keys[slot], 0u, key);
        if (there == 0) {
            values[slot] = static_cast<int>(key); // the thread that took the slot owns its value
            return;
        }
        slot = (slot + 1) % slots;
    }
}
CASE(hash_table) {
    const Array<unsigned> keys(128, 0);
    const Array<int> values(128, 0);
    insert<<<2, 32>>>(keys, values, 128);
    EXPECT(values[7] == static_cast<int>(keys[7]));
}

__global__ void ring(int* slots, volatile unsigned* written, volatile unsigned* read, int* out) {
    if (blockIdx.x == 0) {
        for (unsigned i = 0; i < 12; ++i) {
            while (i - *read >= 4) {}
            __threadfence();
            slots[i % 4] = i;
            __threadfence();
            *written = i + 1;
        }
    } else {
        for (unsigned i = 0; i < 12; ++i) {
            while (*written <= i) {}
            __threadfence();
            out[i] = slots[i % 4];
            __threadfence();
            *read = i + 1;
        }
    }
}
CASE(ring_buffer) {
    const Array<int> slots(4, 0), out(12);
    const Array<unsigned> written(1, 0), read(1, 0);
    ring<<<2, 1>>>(slots, written, read, out);
    EXPECT(out[11] == 11);
}

__global__ void set_bits(unsigned* bits) { atomicOr(&bits[thread() / 32], 1u << lane()); }
CASE(bitmap_by_atomics) {
    const Array<unsigned> bits(4, 0);
    set_bits<<<2, 64>>>(bits);
    EXPECT(bits[3] == ~0u);
}

__global__ void maximum(const int* in, int* best) {
    int value = in[thread()];
    for (int step = 16; step > 0; step /= 2) value = max(value, __shfl_down_sync(~0u, value, step));
    if (lane() == 0) atomicMax(best, value);
}
__global__ void ascending(int* out) { out[thread()] = thread(); }
CASE(maximum_by_atomics) {
    const Array<int> in(256), best(1, 0);
    ascending<<<4, 64>>>(in);
    maximum<<<4, 64>>>(in, best);
    EXPECT(best[0] == 255);
}

__global__ void step(const int* in, int* out) { out[thread()] = in[127 - thread()]; }
CASE(launches_in_a_row) {
    const Array<int> a(128), b(128);
    ascending<<<2, 64>>>(a);
    for (int i = 0; i < 3; ++i) {
        step<<<2, 64>>>(a, b);
        step<<<2, 64>>>(b, a);
    }
    EXPECT(a[5] == 5);
}

__global__ void two_in_a_row(const int2* in, int* out) { out[thread()] = in[thread()].x + in[thread()].y; }
CASE(read_as_wider_elements) {
    const Array<int> in(64), out(32);
    ascending<<<1, 64>>>(in);
    two_in_a_row<<<1, 32>>>(reinterpret_cast<const int2*>(static_cast<int*>(in)), out);
    EXPECT(out[31] == 125);
}

} // namespace
