// Tensor copies, and copies to other blocks of a cluster: what is used before it was waited for, maps and places that
// are wrong, mbarriers that wait for ever.
#include "tensors.hpp"

namespace tensor_copies {
namespace {

using namespace corpus;

constexpr int width = 16, height = 8, count = width * height; // of a box

struct Load {
    int bytes = 4 * count; // that are expected
    int place = 0;         // in the buffer, in elements
    bool early = false;    // it is read before the wait
    bool again = false;    // the next box is loaded while the first one is read
};
__global__ void load(const __grid_constant__ CUtensorMap in, int* out, Load how) {
    __shared__ alignas(128) int buffer[count + 32];
    __shared__ std::uint64_t barrier, second;
    const int me = static_cast<int>(threadIdx.x);
    if (me == 0) {
        BARRIER_INIT(&barrier, 1);
        BARRIER_INIT(&second, 1);
    }
    buffer[me] = 0;
    FENCE_FOR_COPIES();
    __syncthreads();
    if (me == 0) {
        BARRIER_EXPECT(&barrier, how.bytes);
        LOAD_BOX(in_shared(buffer + how.place), &in, 0, 0, in_shared(&barrier)); // fault: tensor_to_a_place_between, fault: tensor_behind_the_buffer, fault: tensor_larger_than_its_memory, fault: tensor_of_another_rank, fault: tensor_map_of_zeros, other: tensor_not_waited_for
    }
    if (how.early) out[me] = buffer[me]; // fault: tensor_not_waited_for
    BARRIER_WAIT(&barrier, 0); // fault: tensor_bytes_that_never_come, fault: tensor_bytes_too_many
    out[me] = buffer[count - 1 - me]; // other: tensor_loaded_again_too_early
    if (how.again && me == 0) {
        BARRIER_EXPECT(&second, how.bytes);
        LOAD_BOX(in_shared(buffer), &in, 0, 0, in_shared(&second)); // fault: tensor_loaded_again_too_early
        BARRIER_WAIT(&second, 0);
    }
}
void run(const CUtensorMap& map, Load how = {}) {
    const Array<int> out(count);
    load<<<1, count>>>(map, out, how);
}
void run(Load how) {
    const Array<int> in(count, 1);
    run(matrix_map(in, width, height, width, height), how);
}
CASE(tensor_not_waited_for) {
    Load how;
    how.early = true;
    run(how);
}
CASE(tensor_loaded_again_too_early) {
    Load how;
    how.again = true;
    run(how);
}
CASE(tensor_bytes_that_never_come) {
    Load how;
    how.bytes = 4 * count + 64;
    run(how);
}
CASE(tensor_bytes_too_many) {
    Load how;
    how.bytes = 4 * count - 64;
    run(how);
}
CASE(tensor_to_a_place_between) {
    Load how;
    how.place = 4;
    run(how);
}
CASE(tensor_behind_the_buffer) {
    Load how;
    how.place = 1 << 16;
    run(how);
}
CASE(tensor_larger_than_its_memory) {
    const Array<int> in(count / 2, 1);
    run(matrix_map(in, width, height, width, height));
}
CASE(tensor_of_another_rank) {
    const Array<int> in(count, 1);
    CUtensorMap map;
    const cuuint64_t dims[] = {count};
    const cuuint32_t box[] = {count};
    EXPECT(encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 1, in, dims, nullptr, box) == CUDA_SUCCESS);
    run(map);
}
CASE(tensor_map_of_zeros) { run(CUtensorMap{}); }

CASE(tensor_map_with_a_wrong_stride) {
    const Array<int> in(count, 1);
    CUtensorMap map;
    const cuuint64_t dims[] = {width - 1, height}, strides[] = {4 * (width - 1)};
    const cuuint32_t box[] = {width, height};
    EXPECT(encode(&map, CU_TENSOR_MAP_DATA_TYPE_INT32, 2, in, dims, strides, box) != CUDA_SUCCESS);
}

// The kernel has the map as any other parameter: the copy is given the address of a copy in local memory.
__global__ void load_by_copy(CUtensorMap in, int x) {
    __shared__ alignas(128) int buffer[count];
    __shared__ std::uint64_t barrier;
    if (threadIdx.x != 0) return;
    BARRIER_INIT(&barrier, 1);
    BARRIER_EXPECT(&barrier, 4 * count);
    CUtensorMap own = in;
    own.opaque[x] = in.opaque[x];
    LOAD_BOX(in_shared(buffer), &own, 0, 0, in_shared(&barrier)); // fault: tensor_map_in_local_memory
    BARRIER_WAIT(&barrier, 0);
}
CASE(tensor_map_in_local_memory) {
    const Array<int> in(count, 1);
    load_by_copy<<<1, 32>>>(matrix_map(in, width, height, width, height), 0);
}

struct Store {
    bool refills = false; // before the copy has read it
    bool reads = false;   // the target, before the copy has written it
};
__global__ void store(const __grid_constant__ CUtensorMap map, int* out, Store how) {
    __shared__ alignas(128) int buffer[count];
    const int me = static_cast<int>(threadIdx.x);
    buffer[me] = me;
    FENCE_FOR_COPIES();
    __syncthreads();
    if (me != 0) return;
    STORE_BOX(&map, 0, 0, in_shared(buffer)); // other: tensor_store_refilled, other: tensor_store_read_too_early
    COMMIT();
    if (how.refills) buffer[7] = 1; // fault: tensor_store_refilled
    WAIT_FOR_READS();
    if (how.reads) buffer[0] = out[0]; // fault: tensor_store_read_too_early
    WAIT_FOR_GROUPS();
}
void run(Store how) {
    const Array<int> out(count, 0);
    store<<<1, count>>>(matrix_map(out, width, height, width, height), out, how);
}
CASE(tensor_store_refilled) {
    Store how;
    how.refills = true;
    run(how);
}
CASE(tensor_store_read_too_early) {
    Store how;
    how.reads = true;
    run(how);
}

__global__ void add_bytes(const __grid_constant__ CUtensorMap map) {
    __shared__ alignas(128) int buffer[count];
    buffer[threadIdx.x] = 1;
    FENCE_FOR_COPIES();
    __syncthreads();
    if (threadIdx.x != 0) return;
    ADD_BOX(&map, 0, 0, in_shared(buffer)); // fault: tensor_sum_of_bytes
    COMMIT();
    WAIT_FOR_GROUPS();
}
CASE(tensor_sum_of_bytes) {
    const Array<int> out(count, 0);
    CUtensorMap map;
    const cuuint64_t dims[] = {4 * width, height}, strides[] = {4 * width};
    const cuuint32_t box[] = {4 * width, height};
    EXPECT(encode(&map, CU_TENSOR_MAP_DATA_TYPE_UINT8, 2, out, dims, strides, box) == CUDA_SUCCESS);
    add_bytes<<<1, count>>>(map);
}

__global__ void __cluster_dims__(2, 1, 1) load_for_ranks(const __grid_constant__ CUtensorMap in, unsigned ranks) {
    __shared__ alignas(128) int buffer[count];
    __shared__ std::uint64_t barrier;
    if (threadIdx.x == 0) {
        BARRIER_INIT(&barrier, 1);
        BARRIER_EXPECT(&barrier, 4 * count);
    }
    cluster_sync();
    if (threadIdx.x == 0 && rank_of_block() == 0)
        LOAD_BOX_TO_ALL(in_shared(buffer), &in, 0, 0, in_shared(&barrier), ranks); // fault: tensor_for_a_block_beyond_the_cluster
    BARRIER_WAIT(&barrier, 0); // fault: tensor_for_one_block_alone
    cluster_sync();
}
CASE(tensor_for_a_block_beyond_the_cluster) {
    const Array<int> in(count, 1);
    load_for_ranks<<<2, 32>>>(matrix_map(in, width, height, width, height), 7);
}
CASE(tensor_for_one_block_alone) {
    const Array<int> in(count, 1);
    load_for_ranks<<<2, 32>>>(matrix_map(in, width, height, width, height), 1);
}

struct Send {
    bool waits = true;        // the receiver, for the mbarrier
    bool meets = true;        // the blocks, before anything is sent
    bool own_barrier = false; // the sender names its own mbarrier
    bool by_words = false;
};
__global__ void __cluster_dims__(2, 1, 1) send(unsigned* out, Send how) {
    __shared__ alignas(128) unsigned mine[count];
    __shared__ alignas(128) unsigned theirs[count];
    __shared__ std::uint64_t barrier;
    const unsigned me = threadIdx.x, rank = rank_of_block();
    mine[me] = me;
    theirs[me] = 0;
    if (me == 0 && (how.meets || rank == 0)) {
        BARRIER_INIT(&barrier, 1);
        BARRIER_EXPECT(&barrier, how.by_words ? 4 : 4 * count);
    }
    FENCE_FOR_COPIES();
    cluster_sync();
    if (rank == 0 && me == 0) {
        const unsigned bar = how.own_barrier ? in_shared(&barrier) : in_block(&barrier, 1);
        if (how.by_words)
            STORE_ASYNC(in_block(theirs, 1), 7, bar); // other: cluster_word_not_waited_for
        else
            SEND(in_block(theirs, 1), in_shared(mine), 4 * count, bar); // fault: cluster_copy_without_an_mbarrier, fault: cluster_copy_with_its_own_mbarrier, other: cluster_copy_not_waited_for
    }
    if (rank == 1 && how.waits) BARRIER_WAIT(&barrier, 0); // fault: cluster_copy_without_an_mbarrier
    if (rank == 1) out[me] = theirs[me]; // fault: cluster_copy_not_waited_for, fault: cluster_word_not_waited_for
    cluster_sync();
}
void run(Send how) {
    const Array<unsigned> out(count);
    send<<<2, count>>>(out, how);
}
CASE(cluster_copy_not_waited_for) {
    Send how;
    how.waits = false;
    run(how);
}
CASE(cluster_copy_without_an_mbarrier) {
    Send how;
    how.meets = false;
    run(how);
}
CASE(cluster_copy_with_its_own_mbarrier) {
    Send how;
    how.own_barrier = true;
    run(how);
}
CASE(cluster_word_not_waited_for) {
    Send how;
    how.by_words = true;
    how.waits = false;
    run(how);
}

// The consumer says that it is done with the buffer, so that the other block may write to it again.
__global__ void __cluster_dims__(2, 1, 1) hand_over(unsigned* out, bool releases) {
    __shared__ unsigned cell;
    __shared__ std::uint64_t empty;
    const unsigned rank = rank_of_block();
    if (threadIdx.x == 0) {
        cell = 1;
        BARRIER_INIT(&empty, 1);
    }
    cluster_sync();
    if (threadIdx.x == 0 && rank == 1) {
        out[0] = cell; // other: cluster_relaxed_arrival
        if (releases)
            BARRIER_ARRIVE(in_block(&empty, 0), "release");
        else
            BARRIER_ARRIVE(in_block(&empty, 0), "relaxed");
    }
    if (threadIdx.x == 0 && rank == 0) {
        BARRIER_WAIT(&empty, 0);
        asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(in_block(&cell, 1)), "r"(2) : "memory"); // fault: cluster_relaxed_arrival
    }
    cluster_sync();
}
CASE(cluster_relaxed_arrival) {
    const Array<unsigned> out(1);
    hand_over<<<2, 32>>>(out, false);
}

} // namespace
} // namespace tensor_copies
