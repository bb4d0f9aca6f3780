// Mistake: the sum of the next lower rank alone
// Verdict: wrong_answer
// Message: of block 1; expected is that of blocks 0, 1
    // Solution 2:
    __shared__ unsigned own;
    const auto cluster = cg::this_cluster();
    const unsigned sum = sum_of_block(x, n, count);
    if (threadIdx.x == 0) own = sum;
    cluster.sync();
    if (threadIdx.x == 0) {
        unsigned before = 0;
        for (unsigned rank = cluster.block_rank() == 0 ? 0 : cluster.block_rank() - 1; rank < cluster.block_rank(); ++rank) {
            before += *cluster.map_shared_rank(&own, rank);
        }
        out[blockIdx.x] = before;
    }
    cluster.sync();
    // end of Solution 2
