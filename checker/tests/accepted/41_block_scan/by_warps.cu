// Accepted: each warp scans by shuffles, then one warp scans the totals of the warps
    // Solution 1:
    int sum = x[t];
    if (distance <= t) sum += x[t - distance];
    __syncthreads();
    x[t] = sum;
    __syncthreads();
    // end of Solution 1
    // Solution 2:
    __shared__ int totals[32];
    const unsigned t = threadIdx.x, lane = t % 32, warp = t / 32;
    const unsigned lanes = min(32u, blockDim.x - warp * 32);
    const unsigned mask = 0xffffffffu >> (32 - lanes);
    int sum = x[t];
    for (unsigned d = 1; d < 32; d *= 2) {
        const int left = __shfl_up_sync(mask, sum, d);
        if (lane >= d) sum += left;
    }
    if (lane == lanes - 1) totals[warp] = sum;
    __syncthreads();
    for (unsigned w = 0; w < warp; ++w) sum += totals[w];
    x[t] = sum;
    __syncthreads();
    // end of Solution 2
