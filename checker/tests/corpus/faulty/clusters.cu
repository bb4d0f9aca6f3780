// Thread block clusters: what is not ordered between their blocks, and shared memory that is not there.
#include "corpus.hpp"

#include <cooperative_groups.h>

namespace clusters {
namespace {

namespace cg = cooperative_groups;

constexpr int threads = 64;

__global__ void __cluster_dims__(2, 1, 1) read_too_early(int* out) {
    __shared__ int cells[threads];
    const cg::cluster_group cluster = cg::this_cluster();
    cells[threadIdx.x] = threadIdx.x; // other: cluster_read_before_the_barrier
    __syncthreads();
    out[thread()] = cluster.map_shared_rank(cells, cluster.block_rank() ^ 1)[threadIdx.x]; // fault: cluster_read_before_the_barrier
    cluster.sync();
}
CASE(cluster_read_before_the_barrier) {
    const Array<int> out(2 * threads);
    read_too_early<<<2, threads>>>(out);
}

__global__ void __cluster_dims__(2, 1, 1) read_too_late(int* out) {
    __shared__ int cell;
    const cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0) cell = 1;
    cluster.sync();
    if (cluster.block_rank() != 0 || threadIdx.x != 0) return;
    unsigned random = out[0];
    for (int i = 0; i < 100'000; ++i) asm volatile("add.u32 %0, %0, 1;" : "+r"(random)::"memory");
    out[0] = random;
    out[1] = *cluster.map_shared_rank(&cell, 1); // fault: cluster_read_of_a_block_that_has_ended
}
CASE(cluster_read_of_a_block_that_has_ended) {
    const Array<int> out(2, 0);
    read_too_late<<<2, threads>>>(out);
}

__global__ void __cluster_dims__(2, 1, 1) write_before_the_end(int* flag) {
    __shared__ int cell;
    const cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    if (threadIdx.x != 0) return;
    if (cluster.block_rank() == 0) {
        *cluster.map_shared_rank(&cell, 1) = 1; // fault: cluster_write_not_ordered_before_the_end
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0) {}
    }
}
CASE(cluster_write_not_ordered_before_the_end) {
    const Array<int> flag(1, 0);
    write_before_the_end<<<2, threads>>>(flag);
}

__global__ void __cluster_dims__(2, 1, 1) read_of_block(int* out, unsigned rank) {
    __shared__ int cells[threads];
    const cg::cluster_group cluster = cg::this_cluster();
    cells[threadIdx.x] = threadIdx.x;
    cluster.sync();
    const int value = cluster.map_shared_rank(cells, rank)[threadIdx.x]; // fault: cluster_rank_beyond_the_cluster
    cluster.sync();
    out[thread()] = value;
}
CASE(cluster_rank_beyond_the_cluster) {
    const Array<int> out(4 * threads);
    read_of_block<<<4, threads>>>(out, 2);
}

__global__ void __cluster_dims__(2, 1, 1) two_writers(int* out) {
    __shared__ int cell;
    const cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    if (threadIdx.x == 0) *cluster.map_shared_rank(&cell, 0) = cluster.block_rank(); // fault: cluster_two_writers, other: cluster_two_writers
    cluster.sync();
    if (cluster.block_rank() == 0) out[threadIdx.x] = cell;
}
CASE(cluster_two_writers) {
    const Array<int> out(threads);
    two_writers<<<2, threads>>>(out);
}

__global__ void __cluster_dims__(2, 1, 1) half_a_warp(int* out) {
    if (threadIdx.x % 32 < 16) {
        asm volatile("barrier.cluster.arrive.aligned;" ::: "memory"); // fault: cluster_barrier_in_half_a_warp
        asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
    }
    __syncthreads(); // fault: cluster_barrier_in_half_a_warp
    out[thread()] = 1;
}
CASE(cluster_barrier_in_half_a_warp) {
    const Array<int> out(2 * threads);
    half_a_warp<<<2, threads>>>(out);
}

__global__ void __cluster_dims__(2, 1, 1) read_of_nothing(int* out) {
    __shared__ int cells[threads];
    const cg::cluster_group cluster = cg::this_cluster();
    if (cluster.block_rank() == 0) cells[threadIdx.x] = 1;
    cluster.sync();
    const int value = cluster.map_shared_rank(cells, 1)[threadIdx.x]; // fault: cluster_read_of_what_was_not_written
    cluster.sync();
    if (value != 0) out[thread()] = value; // fault: cluster_read_of_what_was_not_written
}
CASE(cluster_read_of_what_was_not_written) {
    const Array<int> out(2 * threads);
    read_of_nothing<<<2, threads>>>(out);
}

__global__ void __cluster_dims__(2, 1, 1) beyond_the_array() {
    __shared__ int cells[threads];
    const cg::cluster_group cluster = cg::this_cluster();
    cluster.sync();
    cluster.map_shared_rank(cells, cluster.block_rank() ^ 1)[threadIdx.x + 1] = 0; // fault: cluster_write_beyond_the_shared_memory
    cluster.sync();
}
CASE(cluster_write_beyond_the_shared_memory) { beyond_the_array<<<2, threads>>>(); }

__global__ void __cluster_dims__(2, 1, 1) not_waited_for(int* out) {
    __shared__ int cells[threads];
    const cg::cluster_group cluster = cg::this_cluster();
    cells[threadIdx.x] = threadIdx.x; // other: cluster_barrier_not_waited_for
    auto token = cluster.barrier_arrive();
    const int value = cluster.map_shared_rank(cells, cluster.block_rank() ^ 1)[threadIdx.x]; // fault: cluster_barrier_not_waited_for
    cluster.barrier_wait(std::move(token));
    out[thread()] = value;
    cluster.sync();
}
CASE(cluster_barrier_not_waited_for) {
    const Array<int> out(2 * threads);
    not_waited_for<<<2, threads>>>(out);
}

__global__ void __cluster_dims__(2, 1, 1) waits_for_a_block(int* out) {
    const cg::cluster_group cluster = cg::this_cluster();
    if (cluster.block_rank() == 1 && threadIdx.x < 32)
        asm volatile("barrier.sync 1, 64;" ::: "memory"); // fault: cluster_that_waits_for_ever
    cluster.sync(); // fault: cluster_that_waits_for_ever
    out[thread()] = 1;
}
CASE(cluster_that_waits_for_ever) {
    const Array<int> out(2 * threads);
    waits_for_a_block<<<2, threads>>>(out);
}

} // namespace
} // namespace clusters
