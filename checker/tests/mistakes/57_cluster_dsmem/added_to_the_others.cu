// Mistake: each block adds its sum to the results in global memory
// Verdict: too_much_traffic
// Message: sums are to be added up from shared memory
// Only: virtual
    // Solution 2:
    const auto cluster = cg::this_cluster();
    const unsigned sum = sum_of_block(x, n, count);
    if (threadIdx.x == 0) out[blockIdx.x] = 0;
    cluster.sync();
    const unsigned rank = cluster.block_rank();
    if (threadIdx.x == 0) {
        for (unsigned r = rank + 1; r < cluster.num_blocks(); ++r) {
            atomicAdd(&out[blockIdx.x - rank + r], sum);
        }
    }
    // end of Solution 2
