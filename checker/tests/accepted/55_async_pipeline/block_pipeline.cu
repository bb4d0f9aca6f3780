// Accepted: a pipeline of the block, whose stages are given back; one kernel for any number of stages
// Replaces
//| #include <cstdint>
#include <cstdint>

#include <cooperative_groups.h>
// end of Replaces
// Replaces
//| using Pipeline = cuda::pipeline<cuda::thread_scope_thread>;
#pragma nv_diag_suppress 20054 // the state is initialised by make_pipeline

using Pipeline = cuda::pipeline<cuda::thread_scope_block>;
// end of Replaces
// Replaces
//| __global__ void load_tiles_kernel(Product x, int by, int bx, int p, float* a_tile, float* b_tile) {
//|     __shared__ Tiles stage;
//|     Pipeline pipe = cuda::make_pipeline();
__global__ void load_tiles_kernel(Product x, int by, int bx, int p, float* a_tile, float* b_tile) {
    __shared__ Tiles stage;
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, 1> state;
    const auto block = cooperative_groups::this_thread_block();
    Pipeline pipe = cuda::make_pipeline(block, &state);
    pipe.producer_acquire();
// end of Replaces
// Replaces
//|     cuda::pipeline_consumer_wait_prior<0>(pipe);
//|     __syncthreads();
    pipe.consumer_wait();
// end of Replaces
// Replaces
//| template <typename Piece>
//| __global__ void __launch_bounds__(block_threads, 3) one_stage_kernel(Product x, int rounds) {
//|     __shared__ Tiles stage;
//|     Pipeline pipe = cuda::make_pipeline();
//|     const int by = blockIdx.y, bx = blockIdx.x;
//|     Sums sums = {};
//|     for (int p = 0; p < rounds; ++p) {
//|         copy_tiles<Piece>(stage, x, by, bx, p, pipe);
//|         pipe.producer_commit();
//|         cuda::pipeline_consumer_wait_prior<0>(pipe);
//|         __syncthreads();
//|         add_products(stage, sums);
//|         __syncthreads();
//|     }
//|     write_sums(x, sums);
//| }
//|
//|
//| template <typename Piece>
//| __global__ void __launch_bounds__(block_threads, 3) two_stages_kernel(Product x, int rounds) {
//|     __shared__ Tiles stages[2];
//|     Pipeline pipe = cuda::make_pipeline();
//|     const int by = blockIdx.y, bx = blockIdx.x;
//|     Sums sums = {};
//|     if (rounds > 0) copy_tiles<Piece>(stages[0], x, by, bx, 0, pipe);
//|     pipe.producer_commit();
//|     for (int p = 0; p < rounds; ++p) {
//|         cuda::pipeline_consumer_wait_prior<0>(pipe);
//|         __syncthreads();
//|         if (p + 1 < rounds) copy_tiles<Piece>(stages[(p + 1) % 2], x, by, bx, p + 1, pipe);
//|         pipe.producer_commit();
//|         add_products(stages[p % 2], sums);
//|     }
//|     write_sums(x, sums);
//| }
// end of Replaces
// Replaces
//|     __shared__ Tiles stages[count];
//|     Pipeline pipe = cuda::make_pipeline();
    __shared__ Tiles stages[count];
    __shared__ cuda::pipeline_shared_state<cuda::thread_scope_block, count> state;
    const auto block = cooperative_groups::this_thread_block();
    Pipeline pipe = cuda::make_pipeline(block, &state);
// end of Replaces
    // Solution 4
    for (int p = 0, next = 0; p < rounds; ++p) {
        for (; next < rounds && next < p + count; ++next) {
            pipe.producer_acquire();
            copy_tiles<Piece>(stages[next % count], x, by, bx, next, pipe);
            pipe.producer_commit();
        }
        pipe.consumer_wait();
        add_products(stages[p % count], sums);
        pipe.consumer_release();
    }
    // end of Solution 4
// Replaces
//|            Product{A, B, nullptr, M, N, K}, by, bx, p, a_tile, b_tile);
//| }
           Product{A, B, nullptr, M, N, K}, by, bx, p, a_tile, b_tile);
}

template <int count>
static void launch_stages(const Product& x, int rounds) {
    launch(stages_kernel<count, float4>, stages_kernel<count, float>, grid_for(x.M, x.N), x,
           rounds);
}
// end of Replaces
// Replaces
//|     launch(one_stage_kernel<float4>, one_stage_kernel<float>, grid_for(M, N),
//|            Product{A, B, C, M, N, K}, rounds);
    launch_stages<1>({A, B, C, M, N, K}, rounds);
// end of Replaces
// Replaces
//|     launch(two_stages_kernel<float4>, two_stages_kernel<float>, grid_for(M, N),
//|            Product{A, B, C, M, N, K}, rounds);
//| }
//|
//| template <int count>
//| static void launch_stages(const Product& x, int rounds) {
//|     launch(stages_kernel<count, float4>, stages_kernel<count, float>, grid_for(x.M, x.N), x,
//|            rounds);
    launch_stages<2>({A, B, C, M, N, K}, rounds);
// end of Replaces
