// Mistake: blockIdx.x in place of the rank
// Verdict: fault
// Message: but the cluster has 2 blocks, from 0
// Only: virtual
    // Solution 2:
    __shared__ unsigned own;
    const auto cluster = cg::this_cluster();
    const unsigned sum = sum_of_block(x, n, count);
    if (threadIdx.x == 0) own = sum;
    cluster.sync();
    if (threadIdx.x == 0) {
        unsigned before = 0;
        for (unsigned rank = 0; rank < blockIdx.x; ++rank) {
            before += *cluster.map_shared_rank(&own, rank);
        }
        out[blockIdx.x] = before;
    }
    cluster.sync();
    // end of Solution 2
