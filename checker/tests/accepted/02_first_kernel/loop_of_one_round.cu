// Accepted: a loop over the grid that has one round, in unsigned, with loads through the read-only cache
    // Solution 1:
    const unsigned threads = gridDim.x * blockDim.x;
    for (unsigned i = blockIdx.x * blockDim.x + threadIdx.x; i < threads; i += threads) {
        out[i] = __ldg(x + i) + __ldg(y + i);
    }
    // end of Solution 1
