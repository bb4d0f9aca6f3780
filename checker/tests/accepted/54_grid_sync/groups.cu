// Accepted: handles of cooperative groups; a launch by attributes; a factor in double
#include "grid_sync.hpp"

#include "given.hpp"

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

int blocks_at_once(Kernel* kernel) {
    int device = 0;
    check(cudaGetDevice(&device));
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, device));
    int of_one = 0;
    check(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(&of_one, kernel, threads_per_block, 0,
                                                                 cudaOccupancyDefault));
    return of_one * properties.multiProcessorCount;
}

bool launch_together(Kernel* kernel, int blocks, const float* x, std::size_t n, float* work, float* out) {
    const int most = blocks_at_once(kernel);
    if (blocks <= 0 || most < blocks) return false;
    cudaLaunchAttribute together{};
    together.id = cudaLaunchAttributeCooperative;
    together.val.cooperative = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(threads_per_block);
    config.attrs = &together;
    config.numAttrs = 1;
    check(cudaLaunchKernelEx(&config, kernel, x, n, work, out));
    return true;
}

__device__ float largest(float own, float* of_warps) {
    const auto block = cg::this_thread_block();
    const auto warp = cg::tiled_partition<32>(block);
    own = cg::reduce(warp, own, cg::greater<float>());
    if (warp.thread_rank() == 0) of_warps[warp.meta_group_rank()] = own;
    block.sync();
    own = warp.thread_rank() < warp.meta_group_size() ? of_warps[warp.thread_rank()] : 0.0f;
    block.sync();
    return cg::reduce(warp, own, cg::greater<float>());
}

__global__ void together_kernel(const float* x, std::size_t n, float* work, float* out) {
    __shared__ float of_warps[32];
    const auto grid = cg::this_grid();
    float own = 0.0f;
    for (auto i = grid.thread_rank(); i < n; i += grid.num_threads()) own = fmaxf(own, fabsf(x[i]));
    own = largest(own, of_warps);
    if (cg::this_thread_block().thread_rank() == 0) work[grid.block_rank()] = own;
    grid.sync();
    own = 0.0f;
    for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x) own = fmaxf(own, work[b]);
    const double factor = 1.0 / largest(own, of_warps);
    for (auto i = grid.thread_rank(); i < n; i += grid.num_threads()) out[i] = static_cast<float>(x[i] * factor);
}

__global__ void keeping_kernel(const float* x, std::size_t n, float* work, float* out) {
    __shared__ float values[kept][threads_per_block];
    __shared__ float of_warps[32];
    const auto grid = cg::this_grid();
    float own = 0.0f;
    int k = 0;
    for (auto i = grid.thread_rank(); i < n; i += grid.num_threads(), ++k) {
        const float value = x[i];
        if (k < kept) values[k][threadIdx.x] = value;
        own = fmaxf(own, fabsf(value));
    }
    own = largest(own, of_warps);
    if (threadIdx.x == 0) work[blockIdx.x] = own;
    grid.sync();
    own = 0.0f;
    for (unsigned b = threadIdx.x; b < gridDim.x; b += blockDim.x) own = fmaxf(own, work[b]);
    const float peak = largest(own, of_warps);
    k = 0;
    for (auto i = grid.thread_rank(); i < n; i += grid.num_threads(), ++k)
        out[i] = (k < kept ? values[k][threadIdx.x] : x[i]) / peak;
}

bool normalise_on(int blocks, const float* x, std::size_t n, float* work, float* out) {
    return launch_together(together_kernel, blocks, x, n, work, out);
}
bool keep_on(int blocks, const float* x, std::size_t n, float* work, float* out) {
    return launch_together(keeping_kernel, blocks, x, n, work, out);
}
void normalise(const float* x, std::size_t n, float* work, float* out) {
    const int most = blocks_at_once(together_kernel);
    const std::size_t wanted = (n + 255) / 256;
    normalise_on(wanted < static_cast<std::size_t>(most) ? static_cast<int>(wanted) : most, x, n, work, out);
}
void normalise_keeping(const float* x, std::size_t n, float* work, float* out) {
    const int most = blocks_at_once(keeping_kernel);
    const std::size_t wanted = (n + 255) / 256;
    keep_on(wanted < static_cast<std::size_t>(most) ? static_cast<int>(wanted) : most, x, n, work, out);
}
