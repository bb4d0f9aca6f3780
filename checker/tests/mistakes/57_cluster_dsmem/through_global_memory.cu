// Mistake: sums go through `out`
// Verdict: too_much_traffic
// Message: from the shared memory of that block
// Only: virtual
    // Solution 2:
    const auto cluster = cg::this_cluster();
    const unsigned sum = sum_of_block(x, n, count);
    if (threadIdx.x == 0) out[blockIdx.x] = sum;
    cluster.sync();
    unsigned before = 0;
    for (unsigned rank = 0; threadIdx.x == 0 && rank < cluster.block_rank(); ++rank) {
        before += static_cast<volatile unsigned*>(out)[blockIdx.x - cluster.block_rank() + rank];
    }
    cluster.sync();
    if (threadIdx.x == 0) out[blockIdx.x] = before;
    // end of Solution 2
