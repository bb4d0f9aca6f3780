// Mistake: __syncthreads() before other blocks are read
// Verdict: fault
// Message: a cluster.sync() missing between
// Only: virtual
    // Solution 2:
    __shared__ unsigned own;
    const auto cluster = cg::this_cluster();
    const unsigned sum = sum_of_block(x, n, count);
    if (threadIdx.x == 0) own = sum;
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned before = 0;
        for (unsigned rank = 0; rank < cluster.block_rank(); ++rank) {
            before += *cluster.map_shared_rank(&own, rank);
        }
        out[blockIdx.x] = before;
    }
    cluster.sync();
    // end of Solution 2
