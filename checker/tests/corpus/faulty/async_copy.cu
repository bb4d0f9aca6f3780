// cp.async: what is read before it was waited for, or before others know of it, and what is copied from
// or to the wrong place.
#include "corpus.hpp"

#include <cuda_pipeline.h>

namespace {

__global__ void without_wait(const int* in, int* out) {
    __shared__ int tile[32];
    __pipeline_memcpy_async(&tile[lane()], &in[lane()], 4); // other: copy_not_waited_for
    __pipeline_commit();
    out[lane()] = tile[lane()]; // fault: copy_not_waited_for
    __pipeline_wait_prior(0);
}
CASE(copy_not_waited_for) {
    const Array<int> in(32, 0), out(32);
    without_wait<<<1, 32>>>(in, out);
}

__global__ void one_group_too_few(const int* in, int* out) {
    __shared__ int tile[2][32];
    for (int i = 0; i < 2; ++i) {
        __pipeline_memcpy_async(&tile[i][lane()], &in[32 * i + lane()], 4); // other: wait_for_one_group_too_few
        __pipeline_commit();
    }
    __pipeline_wait_prior(1);
    out[lane()] = tile[0][lane()];
    out[lane()] = 2 * tile[1][lane()]; // fault: wait_for_one_group_too_few
    __pipeline_wait_prior(0);
}
CASE(wait_for_one_group_too_few) {
    const Array<int> in(64, 0), out(64);
    one_group_too_few<<<1, 32>>>(in, out);
}

__global__ void without_barrier(const int* in, int* out) {
    __shared__ int tile[64];
    const int me = threadIdx.x;
    tile[me] = 0;
    __syncthreads();
    __pipeline_memcpy_async(&tile[me], &in[me], 4); // fault: copy_of_another_warp, other: copy_of_another_warp
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[me] = tile[63 - me]; // fault: copy_of_another_warp, other: copy_of_another_warp
}
CASE(copy_of_another_warp) {
    const Array<int> in(64, 1), out(64);
    without_barrier<<<1, 64>>>(in, out);
}

__global__ void four_at_once(const int* in, int* out, int first) {
    __shared__ __align__(16) int tile[128];
    const unsigned at = static_cast<unsigned>(__cvta_generic_to_shared(&tile[4 * lane()]));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;"
                 ::"r"(at), "l"(in + first + 4 * lane()) // fault: copy_behind_the_array, fault: copy_off_by_an_element
                 : "memory");
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[lane()] = tile[4 * lane()];
}
CASE(copy_behind_the_array) {
    const Array<int> in(128, 0), out(32);
    four_at_once<<<1, 32>>>(in, out, 4);
}
CASE(copy_off_by_an_element) {
    const Array<int> in(132, 0), out(32);
    four_at_once<<<1, 32>>>(in, out, 1);
}

// Hardware copies at some time between the begin and the wait: what happens in between conflicts.
__global__ void barrier_before_wait(const int* in, int* out) {
    __shared__ int tile[64];
    const int me = threadIdx.x;
    tile[me] = 0;
    __syncthreads();
    __pipeline_memcpy_async(&tile[me], &in[me], 4); // other: barrier_before_the_wait
    __pipeline_commit();
    __syncthreads();
    out[me] = tile[63 - me]; // fault: barrier_before_the_wait
    __pipeline_wait_prior(0);
}
CASE(barrier_before_the_wait) {
    const Array<int> in(64, 1), out(64);
    barrier_before_wait<<<1, 64>>>(in, out);
}

__global__ void refill_at_once(const int* in, int* out) {
    __shared__ int tile[64];
    const int me = threadIdx.x;
    tile[me] = me;
    __syncthreads();
    out[me] = tile[63 - me];                        // other: refilled_before_it_was_read
    __pipeline_memcpy_async(&tile[me], &in[me], 4); // fault: refilled_before_it_was_read
    __pipeline_commit();
    __syncthreads();
    __pipeline_wait_prior(0);
    out[me] += tile[me];
}
CASE(refilled_before_it_was_read) {
    const Array<int> in(64, 1), out(64);
    refill_at_once<<<1, 64>>>(in, out);
}

__global__ void change_source(int* in, int* out) {
    __shared__ int tile[32];
    __pipeline_memcpy_async(&tile[lane()], &in[lane()], 4); // other: source_changed_before_the_wait
    __pipeline_commit();
    in[lane()] = 7; // fault: source_changed_before_the_wait
    __pipeline_wait_prior(0);
    out[lane()] = tile[lane()];
}
CASE(source_changed_before_the_wait) {
    const Array<int> in(32, 1), out(32);
    change_source<<<1, 32>>>(in, out);
}

__global__ void change_source_elsewhere(int* in, int* out) {
    __shared__ int tile[64];
    const int me = threadIdx.x;
    __pipeline_memcpy_async(&tile[me], &in[me], 4); // other: source_changed_by_another_warp
    __pipeline_commit();
    __syncthreads();
    __pipeline_wait_prior(0);
    in[63 - me] = tile[me]; // fault: source_changed_by_another_warp
    out[me] = tile[me];
}
CASE(source_changed_by_another_warp) {
    const Array<int> in(64, 1), out(64);
    change_source_elsewhere<<<1, 64>>>(in, out);
}

__global__ void copy_twice(const int* in, int* out) {
    __shared__ int tile[32];
    __pipeline_memcpy_async(&tile[lane()], &in[lane()], 4); // other: two_copies_to_one_place
    __pipeline_commit();
    __pipeline_memcpy_async(&tile[lane()], &in[32 + lane()], 4); // fault: two_copies_to_one_place
    __pipeline_commit();
    __pipeline_wait_prior(0);
    out[lane()] = tile[lane()];
}
CASE(two_copies_to_one_place) {
    const Array<int> in(64, 1), out(32);
    copy_twice<<<1, 32>>>(in, out);
}

} // namespace
