// Mistake: the first warp of a block scans its whole tile, 32 values at a time
// Verdict: requirement
// Message: one warp adds up for the others
// Only: virtual
    // Solution 2
    const unsigned lane = threadIdx.x, lanes = min(blockDim.x, 32);
    if (lane < lanes) {
        const unsigned mask = lanes < 32 ? (1u << lanes) - 1 : 0xffffffff;
        int before = 0;
        for (unsigned first = 0; first < blockDim.x; first += lanes) {
            int sum = first + lane < blockDim.x ? x[first + lane] : 0;
            for (unsigned distance = 1; distance < lanes; distance *= 2) {
                const int left = __shfl_up_sync(mask, sum, distance);
                if (lane >= distance) sum += left;
            }
            if (first + lane < blockDim.x) x[first + lane] = before + sum;
            before += __shfl_sync(mask, sum, lanes - 1);
        }
    }
    __syncthreads();
    // end of Solution 2
