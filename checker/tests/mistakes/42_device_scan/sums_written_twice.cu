// Mistake: writes the sums of each stretch first, and adds in memory what comes before
// Verdict: too_much_traffic
// Message: each sum is to be written once
// Only: virtual
    // Solution 3:
    std::int64_t so_far = before[blockIdx.x];
    for (std::size_t tile = begin; tile < end; tile += threads_per_block) {
        const std::size_t i = tile + threadIdx.x;
        std::int64_t total;
        const std::int64_t sum = scan_block(i < end ? values[i] : 0, total);
        if (i < end) sums[i] = so_far + sum;
        so_far += total;
    }
    }

    __global__ void local_sums(const int* values, std::size_t n, std::size_t stretch,
                               const std::int64_t* before, std::int64_t* sums) {
    const std::size_t begin = blockIdx.x * stretch;
    const std::size_t end = min(n, begin + stretch);
    std::int64_t so_far = 0;
    for (std::size_t tile = begin; tile < end; tile += threads_per_block) {
        const std::size_t i = tile + threadIdx.x;
        std::int64_t total;
        const std::int64_t sum = scan_block(i < end ? values[i] : 0, total);
        if (i < end) sums[i] = so_far + sum;
        so_far += total;
    }
    __syncthreads();
    for (std::size_t i = begin + threadIdx.x; i < end; i += threads_per_block) sums[i] += before[blockIdx.x];
    // end of Solution 3
    // Solution 4:
    if (n == 0) return;
    stretch_totals(values, n, work);
    scan_totals(work, static_cast<int>(blocks_for(n)));
    local_sums<<<blocks_for(n), threads_per_block>>>(values, n, stretch_for(n), work, sums);
    check(cudaGetLastError());
    // end of Solution 4
