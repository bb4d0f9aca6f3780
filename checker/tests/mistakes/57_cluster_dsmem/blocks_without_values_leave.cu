// Mistake: blocks without values do not come to the barriers
// Verdict: wrong_answer
// Message: expected 7, got 0
// Only: virtual
    // Solution 2:
    __shared__ unsigned own;
    const auto cluster = cg::this_cluster();
    if (std::size_t{blockIdx.x} * count >= n) {
        if (threadIdx.x == 0) out[blockIdx.x] = 0;
        return;
    }
    const unsigned sum = sum_of_block(x, n, count);
    if (threadIdx.x == 0) own = sum;
    cluster.sync();
    if (threadIdx.x == 0) {
        unsigned before = 0;
        for (unsigned rank = 0; rank < cluster.block_rank(); ++rank) {
            before += *cluster.map_shared_rank(&own, rank);
        }
        out[blockIdx.x] = before;
    }
    cluster.sync();
    // end of Solution 2
