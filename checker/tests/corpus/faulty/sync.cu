// Barriers that not everybody reaches, and other ways to wait for ever.
#include "corpus.hpp"

#include <cassert>
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

namespace {

__global__ void half_the_warp(int* out) {
    if (threadIdx.x < 16) __syncthreads(); // fault: barrier_in_divergent_code
    out[thread()] = 1;
    if (threadIdx.x >= 16) __syncthreads();
}
CASE(barrier_in_divergent_code) {
    const Array<int> out(32);
    half_the_warp<<<1, 32>>>(out);
}

__global__ void different_barriers(int* out) {
    if (threadIdx.x < 32) {
        out[thread()] = 1;
        __syncthreads(); // fault: different_barriers
    } else {
        out[thread()] = 2;
        __syncthreads(); // fault: different_barriers
        out[thread()] = 3;
    }
}
CASE(different_barriers) {
    const Array<int> out(64);
    different_barriers<<<1, 64>>>(out);
}

__global__ void as_often_as_the_lane_says(int* out) {
    for (int i = 0; i < lane() % 3; ++i) {
        out[thread()] = i;
        __syncthreads(); // fault: barrier_in_uneven_loop
    }
    __syncthreads(); // fault: barrier_in_uneven_loop
    out[thread()] += 1;
}
CASE(barrier_in_uneven_loop) {
    const Array<int> out(32);
    as_often_as_the_lane_says<<<1, 32>>>(out);
}

__global__ void count_in_one_branch(int* out) {
    if (lane() % 2 == 0) out[thread()] = __syncthreads_count(1); // fault: count_in_divergent_code
    else out[thread()] = __syncthreads_count(0); // fault: count_in_divergent_code
}
CASE(count_in_divergent_code) {
    const Array<int> out(32);
    count_in_one_branch<<<1, 32>>>(out);
}

__global__ void not_in_the_mask(int* out) {
    __syncwarp(0x0000ffff); // fault: not_named_in_mask
    out[thread()] = 1;
}
CASE(not_named_in_mask) {
    const Array<int> out(32);
    not_in_the_mask<<<1, 32>>>(out);
}

__global__ void shuffle_not_named(int* out) {
    out[thread()] = __shfl_sync(0x00000001, lane(), 0); // fault: shuffle_not_named
}
CASE(shuffle_not_named) {
    const Array<int> out(32);
    shuffle_not_named<<<1, 32>>>(out);
}

__global__ void ballot_after_barrier(int* out) {
    if (lane() < 16) out[thread()] = __ballot_sync(0xffffffff, 1); // fault: lanes_wait_elsewhere
    else __syncwarp(); // fault: lanes_wait_elsewhere
}
CASE(lanes_wait_elsewhere) {
    const Array<int> out(32);
    ballot_after_barrier<<<1, 32>>>(out);
}

__global__ void two_warp_barriers(int* out) {
    if (lane() < 16) {
        out[lane()] = __reduce_add_sync(0xffffffff, 1u); // fault: two_different_collectives
    } else {
        out[lane()] = __any_sync(0xffffffff, 1); // fault: two_different_collectives
    }
}
CASE(two_different_collectives) {
    const Array<int> out(32);
    two_warp_barriers<<<1, 32>>>(out);
}

__global__ void named_barrier(int number, int threads) {
    asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(threads) : "memory"); // fault: count_not_of_whole_warps, fault: no_such_barrier, fault: more_threads_than_there_are
}
CASE(count_not_of_whole_warps) { named_barrier<<<1, 64>>>(1, 48); }
CASE(no_such_barrier) { named_barrier<<<1, 64>>>(16, 64); }
CASE(more_threads_than_there_are) { named_barrier<<<1, 64>>>(1, 96); }

__global__ void third_warp_stays_away(int* out) {
    if (threadIdx.x < 64) asm volatile("bar.sync 1, 96;" ::: "memory"); // fault: too_few_arrive
    out[thread()] = 1;
}
CASE(too_few_arrive) {
    const Array<int> out(96);
    third_warp_stays_away<<<1, 96>>>(out);
}

__global__ void two_counts() {
    const int threads = threadIdx.x < 32 ? 64 : 96;
    asm volatile("bar.sync 1, %0;" ::"r"(threads) : "memory"); // fault: two_counts
}
CASE(two_counts) { two_counts<<<1, 96>>>(); }

__global__ void producer_forgets(int* out) {
    if (threadIdx.x < 32) {
        if (out[0] != 0) asm volatile("bar.arrive 2, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 2, 64;" ::: "memory"); // fault: producer_never_arrives
        out[lane()] = 1;
    }
}
CASE(producer_never_arrives) {
    const Array<int> out(32, 0);
    producer_forgets<<<1, 64>>>(out);
}

__global__ void crossed_barriers() {
    if (threadIdx.x < 32) {
        asm volatile("bar.sync 1, 64;" ::: "memory"); // fault: crossed_barriers
        asm volatile("bar.sync 2, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 2, 64;" ::: "memory"); // fault: crossed_barriers
        asm volatile("bar.sync 1, 64;" ::: "memory");
    }
}
CASE(crossed_barriers) { crossed_barriers<<<1, 64>>>(); }

__global__ void grid_barrier(int* out) {
    cg::this_grid().sync(); // fault: grid_sync_without_cooperative
    out[thread()] = 1;
}
CASE(grid_sync_without_cooperative) {
    const Array<int> out(64);
    grid_barrier<<<2, 32>>>(out);
}

__global__ void part_of_a_tile(int* out) {
    const auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    if (tile.thread_rank() < 8) {
        tile.sync();
        out[thread()] = tile.shfl(1, 0); // fault: part_of_a_tile
    } else {
        tile.sync();
        out[thread()] = tile.any(true); // fault: part_of_a_tile
    }
}
CASE(part_of_a_tile) {
    const Array<int> out(32);
    part_of_a_tile<<<1, 32>>>(out);
}

__global__ void asserts(int limit) {
    assert(static_cast<int>(threadIdx.x) < limit); // fault: assertion
}
CASE(assertion) { asserts<<<1, 32>>>(20); }

__global__ void traps(const int* in) {
    if (in[thread()] == 0) __trap(); // fault: trap
}
CASE(trap) {
    const Array<int> in(32, 0);
    traps<<<1, 32>>>(in);
}

} // namespace
