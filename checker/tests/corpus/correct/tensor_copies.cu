// Tensor copies, and copies to other blocks of a cluster, as they should be used.
#include "tensors.hpp"

namespace tensor_copies {
namespace {

using namespace corpus;

constexpr int width = 16, height = 8, count = width * height; // of a box

// Boxes are loaded into two buffers, and the results stored from there; the last box is partly
// beyond the matrix.
__global__ void there_and_back(const __grid_constant__ CUtensorMap in, const __grid_constant__ CUtensorMap out, int boxes) {
    __shared__ alignas(128) int buffer[2][count];
    __shared__ alignas(128) int results[count];
    __shared__ std::uint64_t full[2];
    const int me = static_cast<int>(threadIdx.x);
    if (me < 2) BARRIER_INIT(&full[me], 1);
    __syncthreads();
    const auto fetch = [&](int box) {
        BARRIER_EXPECT(&full[box % 2], 4 * count);
        LOAD_BOX(in_shared(buffer[box % 2]), &in, width * box, 0, in_shared(&full[box % 2]));
    };
    if (me == 0) fetch(0);
    for (int box = 0; box < boxes; ++box) {
        if (me == 0 && box + 1 < boxes) fetch(box + 1);
        BARRIER_WAIT(&full[box % 2], box / 2 % 2);
        results[me] = buffer[box % 2][me] + 1;
        FENCE_FOR_COPIES();
        __syncthreads();
        if (me == 0) {
            STORE_BOX(&out, width * box, 0, in_shared(results));
            COMMIT();
            WAIT_FOR_READS();
        }
        __syncthreads();
    }
}
CASE(tensor_there_and_back) {
    constexpr int all = 3 * width - 4;
    const Array<int> in(all * height), out(all * height);
    int values[all * height];
    for (int i = 0; i < all * height; ++i) values[i] = i;
    SUCCEED(cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice));
    there_and_back<<<1, count>>>(matrix_map(in, all, height, width, height), matrix_map(out, all, height, width, height), 3);
    EXPECT(out[0] == 1 && out[all] == all + 1 && out[all * height - 1] == all * height);
}

// All blocks add to one box.
__global__ void add_together(const __grid_constant__ CUtensorMap out) {
    __shared__ alignas(128) int box[count];
    box[threadIdx.x] = static_cast<int>(threadIdx.x + blockIdx.x);
    FENCE_FOR_COPIES();
    __syncthreads();
    if (threadIdx.x != 0) return;
    ADD_BOX(&out, 0, 0, in_shared(box));
    COMMIT();
    WAIT_FOR_READS();
}
CASE(tensor_added_by_all_blocks) {
    const Array<int> out(count, 0);
    add_together<<<4, count>>>(matrix_map(out, width, height, width, height));
    EXPECT(out[0] == 6 && out[7] == 34);
}

__global__ void __cluster_dims__(2, 1, 1) hand_over(unsigned* out) {
    __shared__ unsigned cell;
    __shared__ std::uint64_t empty;
    const unsigned rank = rank_of_block();
    if (threadIdx.x == 0) {
        cell = 1;
        BARRIER_INIT(&empty, 1);
    }
    cluster_sync();
    if (threadIdx.x == 0 && rank == 1) {
        out[0] = cell;
        BARRIER_ARRIVE(in_block(&empty, 0), "release");
    }
    if (threadIdx.x == 0 && rank == 0) {
        BARRIER_WAIT(&empty, 0);
        asm volatile("st.shared::cluster.u32 [%0], %1;" ::"r"(in_block(&cell, 1)), "r"(2) : "memory");
    }
    cluster_sync();
    if (threadIdx.x == 0 && rank == 1) out[1] = cell;
}
CASE(cluster_cell_handed_over) {
    const Array<unsigned> out(2);
    hand_over<<<2, 32>>>(out);
    EXPECT(out[0] == 1 && out[1] == 2);
}

// One block loads for both, as often as both have used up what came before.
__global__ void __cluster_dims__(2, 1, 1) load_for_both(const __grid_constant__ CUtensorMap in, int* out, int boxes) {
    __shared__ alignas(128) int buffer[count];
    __shared__ std::uint64_t full, empty;
    const int me = static_cast<int>(threadIdx.x);
    const unsigned rank = rank_of_block();
    if (me == 0) {
        BARRIER_INIT(&full, 1);
        BARRIER_INIT(&empty, 2);
    }
    cluster_sync();
    int sum = 0;
    for (int box = 0; box < boxes; ++box) {
        if (me == 0) BARRIER_EXPECT(&full, 4 * count);
        if (me == 0 && rank == 0) {
            if (box > 0) BARRIER_WAIT(&empty, (box - 1) % 2);
            LOAD_BOX_TO_ALL(in_shared(buffer), &in, width * box, 0, in_shared(&full), 3);
        }
        BARRIER_WAIT(&full, box % 2);
        sum += buffer[(me + 1) % count];
        __syncthreads();
        if (me == 0) BARRIER_ARRIVE(in_block(&empty, 0), "release");
    }
    out[count * static_cast<int>(rank) + me] = sum;
    cluster_sync();
}
CASE(tensor_loaded_for_both_blocks) {
    const Array<int> in(3 * count, 0), out(2 * count);
    load_for_both<<<2, count>>>(matrix_map(in, 3 * width, height, width, height), out, 3);
    EXPECT(out[0] == 0 && out[2 * count - 1] == 0);
}

// Each block sends its array to the next one, and a word besides.
__global__ void __cluster_dims__(4, 1, 1) send_round(unsigned* out) {
    __shared__ alignas(128) unsigned mine[count];
    __shared__ alignas(128) unsigned theirs[count];
    __shared__ unsigned word;
    __shared__ std::uint64_t barrier;
    const unsigned me = threadIdx.x, rank = rank_of_block(), next = (rank + 1) % 4;
    mine[me] = 100 * rank + me;
    if (me == 0) {
        BARRIER_INIT(&barrier, 1);
        BARRIER_EXPECT(&barrier, 4 * count + 4);
    }
    FENCE_FOR_COPIES();
    cluster_sync();
    if (me == 0) {
        SEND(in_block(theirs, next), in_shared(mine), 4 * count, in_block(&barrier, next));
        STORE_ASYNC(in_block(&word, next), rank, in_block(&barrier, next));
    }
    BARRIER_WAIT(&barrier, 0);
    out[count * rank + me] = theirs[me] + word;
    cluster_sync();
}
CASE(cluster_sends_round) {
    const Array<unsigned> out(4 * count);
    send_round<<<4, count>>>(out);
    EXPECT(out[0] == 303 && out[count + 1] == 1);
}

} // namespace
} // namespace tensor_copies
