// Thread block clusters and their shared memory as they should be used.
#include "corpus.hpp"

#include <cooperative_groups.h>

namespace clusters {
namespace {

namespace cg = cooperative_groups;

constexpr int threads = 64;

// A launch with clusters of a size that the kernel does not name.
template <class... Parameters, class... Arguments>
cudaError_t launch_in_clusters(void (*kernel)(Parameters...), dim3 grid, dim3 cluster, std::size_t shared_bytes, const Arguments&... arguments) {
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = cluster.x;
    attribute.val.clusterDim.y = cluster.y;
    attribute.val.clusterDim.z = cluster.z;
    cudaLaunchConfig_t config{};
    config.gridDim = grid;
    config.blockDim = threads;
    config.dynamicSmemBytes = shared_bytes;
    config.attrs = &attribute;
    config.numAttrs = 1;
    return cudaLaunchKernelEx(&config, kernel, Parameters(arguments)...);
}

// Each block has some of the bins.
__global__ void histogram(const int* in, int count, int* out, int bins_of_block) {
    extern __shared__ int bins[];
    const cg::cluster_group cluster = cg::this_cluster();
    for (int i = threadIdx.x; i < bins_of_block; i += blockDim.x) bins[i] = 0;
    cluster.sync();
    const int step = gridDim.x * blockDim.x;
    for (int i = thread(); i < count; i += step) {
        int* const there = cluster.map_shared_rank(bins, in[i] / bins_of_block);
        atomicAdd(there + in[i] % bins_of_block, 1);
    }
    cluster.sync();
    const int first = cluster.block_rank() * bins_of_block;
    for (int i = threadIdx.x; i < bins_of_block; i += blockDim.x) atomicAdd(&out[first + i], bins[i]);
}
CASE(cluster_histogram) {
    constexpr int count = 4096, bins = 128;
    int values[count], expected[bins] = {}, found[bins];
    for (int i = 0; i < count; ++i) ++expected[values[i] = i * 37 % 1000 % bins];
    const Array<int> in(count), out(bins, 0);
    SUCCEED(cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice));
    SUCCEED(launch_in_clusters(histogram, 8, 4, bins / 4 * sizeof(int), in, count, out, bins / 4));
    SUCCEED(cudaMemcpy(found, out, sizeof found, cudaMemcpyDeviceToHost));
    for (int i = 0; i < bins; ++i) EXPECT(found[i] == expected[i]);
}

// The sums of the blocks meet in the cluster's first.
__global__ void __cluster_dims__(4, 1, 1) sum(const int* in, int* out) {
    __shared__ int part[threads / 32], sums[4];
    const cg::cluster_group cluster = cg::this_cluster();
    int value = in[thread()];
    for (int distance = 16; distance > 0; distance /= 2) value += __shfl_down_sync(~0u, value, distance);
    if (lane() == 0) part[threadIdx.x / 32] = value;
    __syncthreads();
    if (threadIdx.x == 0) *cluster.map_shared_rank(&sums[cluster.block_rank()], 0) = part[0] + part[1];
    cluster.sync();
    if (cluster.block_rank() == 0 && threadIdx.x == 0) out[blockIdx.x / 4] = sums[0] + sums[1] + sums[2] + sums[3];
}
CASE(cluster_sum) {
    int values[8 * threads];
    for (int i = 0; i < 8 * threads; ++i) values[i] = i;
    const Array<int> in(8 * threads), out(2, 0);
    SUCCEED(cudaMemcpy(in, values, sizeof values, cudaMemcpyHostToDevice));
    sum<<<8, threads>>>(in, out);
    EXPECT(out[0] == 255 * 128 && out[1] == 255 * 128 + 256 * 256);
}

// Values go round; what is not shared goes on between arriving and waiting.
__global__ void ring(int* out, int rounds) {
    __shared__ int cells[2][threads];
    const cg::cluster_group cluster = cg::this_cluster();
    const unsigned next = (cluster.block_rank() + 1) % cluster.num_blocks();
    int value = cluster.block_rank() * threads + threadIdx.x, sum = 0;
    for (int round = 0; round < rounds; ++round) {
        cluster.map_shared_rank(cells[round % 2], next)[threadIdx.x] = value;
        auto token = cluster.barrier_arrive();
        sum += value;
        cluster.barrier_wait(std::move(token));
        value = cells[round % 2][threadIdx.x];
    }
    cluster.sync();
    out[(blockIdx.y * gridDim.x + blockIdx.x) * threads + threadIdx.x] = value + 0 * sum;
}
CASE(cluster_ring) {
    const Array<int> out(8 * threads);
    SUCCEED(launch_in_clusters(ring, dim3(4, 2), dim3(2, 2), 0, out, 4));
    EXPECT(out[0] == 0 && out[5 * threads + 3] == 3 * threads + 3);
    SUCCEED(launch_in_clusters(ring, dim3(4, 2), dim3(2, 2), 0, out, 5));
    EXPECT(out[0] == 3 * threads);
}

// Without the cluster's barrier: a value, a fence, a flag; and back.
__global__ void __cluster_dims__(2, 1, 1) hand_over(int* out) {
    __shared__ int value;
    __shared__ int flag;
    const cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0) flag = 0;
    cluster.sync();
    if (threadIdx.x == 0 && cluster.block_rank() == 0) {
        *cluster.map_shared_rank(&value, 1) = 42;
        __threadfence();
        *static_cast<volatile int*>(cluster.map_shared_rank(&flag, 1)) = 1;
        while (*static_cast<volatile int*>(&flag) == 0) {}
        __threadfence();
        out[0] = value;
    } else if (threadIdx.x == 0) {
        while (*static_cast<volatile int*>(&flag) == 0) {}
        __threadfence();
        *cluster.map_shared_rank(&value, 0) = value + 1;
        __threadfence();
        *static_cast<volatile int*>(cluster.map_shared_rank(&flag, 0)) = 1;
    }
    cluster.sync();
}
CASE(cluster_flags) {
    const Array<int> out(1);
    hand_over<<<2, threads>>>(out);
    EXPECT(out[0] == 43);
}

// The last cluster to come adds up what all have left in global memory.
__global__ void __cluster_dims__(2, 1, 1) last_cluster(int* parts, int* counter, int* out) {
    __shared__ int is_last;
    const cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0) parts[blockIdx.x] = blockIdx.x + 1;
    cluster.sync();
    if (cluster.block_rank() == 0 && threadIdx.x == 0) {
        __threadfence();
        is_last = atomicAdd(counter, 1) == gridDim.x / 2 - 1;
        __threadfence();
    }
    cluster.sync();
    if (*cluster.map_shared_rank(&is_last, 0) && cluster.block_rank() == 1 && threadIdx.x == 0) {
        int all = 0;
        for (unsigned i = 0; i < gridDim.x; ++i) all += parts[i];
        *out = all;
    }
    cluster.sync();
}
CASE(cluster_that_is_the_last) {
    const Array<int> parts(8), counter(1, 0), out(1);
    last_cluster<<<8, threads>>>(parts, counter, out);
    EXPECT(out[0] == 36);
}

// The cluster's barrier is one of the block, too.
__global__ void __cluster_dims__(2, 1, 1) within_the_block(int* out) {
    __shared__ int cells[threads];
    const cg::cluster_group cluster = cg::this_cluster();
    cells[threadIdx.x] = threadIdx.x;
    cluster.sync();
    const int other = cells[threads - 1 - threadIdx.x];
    cluster.sync();
    cells[threadIdx.x] = other;
    cluster.sync();
    out[thread()] = cells[threads - 1 - threadIdx.x] + cluster.dim_blocks().x + cluster.dim_threads().x;
}
CASE(cluster_barrier_within_a_block) {
    const Array<int> out(2 * threads);
    within_the_block<<<2, threads>>>(out);
    EXPECT(out[0] == 2 + 2 * threads && out[threads + 5] == 5 + 2 + 2 * threads);
}

} // namespace
} // namespace clusters
