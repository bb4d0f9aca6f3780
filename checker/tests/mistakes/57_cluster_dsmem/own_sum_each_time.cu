// Mistake: the own variable in place of the other block's
// Verdict: wrong_answer
// Message: out[1] is 2, the sum of block 1; expected is that of block 0
    // Solution 2:
    __shared__ unsigned own;
    const auto cluster = cg::this_cluster();
    const unsigned sum = sum_of_block(x, n, count);
    if (threadIdx.x == 0) own = sum;
    cluster.sync();
    if (threadIdx.x == 0) {
        unsigned before = 0;
        for (unsigned rank = 0; rank < cluster.block_rank(); ++rank) {
            before += own;
        }
        out[blockIdx.x] = before;
    }
    cluster.sync();
    // end of Solution 2
