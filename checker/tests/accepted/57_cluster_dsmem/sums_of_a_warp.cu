// Accepted: a lane for each rank, and a reduction of the warp
    // Solution 2:
    __shared__ unsigned own;
    const auto cluster = cg::this_cluster();
    const unsigned sum = sum_of_block(x, n, count);
    if (threadIdx.x == 0) own = sum;
    cluster.sync();
    if (threadIdx.x < 32) {
        const unsigned lane = threadIdx.x;
        unsigned before = lane < cluster.block_rank() ? *cluster.map_shared_rank(&own, lane) : 0;
        before = __reduce_add_sync(0xffffffff, before);
        if (lane == 0) out[blockIdx.x] = before;
    }
    cluster.sync();
    // end of Solution 2
    // Solution 4:
    for (int i = cluster.thread_rank() % threads_per_block; i < of_block; i += threads_per_block) {
        own[i] = 0;
    }
    cluster.sync();
    const std::size_t first = std::size_t{blockIdx.x} * threads_per_block + threadIdx.x;
    const std::size_t step = std::size_t{gridDim.x} * threads_per_block;
#pragma unroll 4
    for (std::size_t i = first; i < n; i += step) {
        const unsigned key = keys[i];
        unsigned* const place = place_of(own, key, of_block);
        if (key / of_block == cluster.block_rank()) {
            atomicAdd(&own[key % of_block], 1u); // without the way by the cluster
            continue;
        }
        atomicAdd(place, 1u);
    }
    cluster.sync();
    // end of Solution 4
