// Accepted: the carry lies in shared memory, written by the last thread; another scan of a block, by steps
    // Solution 1:
    __shared__ unsigned long long sum;
    if (threadIdx.x == 0) sum = 0;
    __syncthreads();
    unsigned long long own = 0;
    for (std::size_t i = begin + threadIdx.x; i < end; i += blockDim.x) own += static_cast<unsigned long long>(values[i]);
    atomicAdd(&sum, own);
    __syncthreads();
    if (threadIdx.x == 0) totals[blockIdx.x] = static_cast<std::int64_t>(sum);
    // end of Solution 1
    // Solution 2:
    __shared__ std::int64_t carry, x[threads_per_block];
    const int t = threadIdx.x;
    if (t == 0) carry = 0;
    for (int first = 0; first < count; first += blockDim.x) {
        const std::int64_t own = first + t < count ? totals[first + t] : 0;
        x[t] = own;
        __syncthreads();
        for (int d = 1; d < static_cast<int>(blockDim.x); d *= 2) {
            const std::int64_t left = t >= d ? x[t - d] : 0;
            __syncthreads();
            x[t] += left;
            __syncthreads();
        }
        if (first + t < count) totals[first + t] = carry + x[t] - own;
        __syncthreads();
        if (t == static_cast<int>(blockDim.x) - 1) carry += x[t];
        __syncthreads();
    }
    // end of Solution 2
    // Solution 4:
    if (const int blocks = static_cast<int>(blocks_for(n)); blocks > 0) {
        stretch_totals(values, n, work);
        scan_totals(work, blocks);
        scan_stretches(values, n, work, sums);
    }
    // end of Solution 4
