// Mistake: the third launch has one block, which goes through all stretches
// Verdict: requirement
// Message: scan_stretches() left the work of sums_kernel to one block
// Only: virtual
    // Replaces
//| __global__ void sums_kernel(const int* values, std::size_t n, std::size_t stretch,
//|                             const std::int64_t* before, std::int64_t* sums) {
//|     const std::size_t begin = blockIdx.x * stretch;
__global__ void sums_kernel(const int* values, std::size_t n, std::size_t stretch,
                            const std::int64_t* before, std::int64_t* sums) {
    for (std::size_t b = blockIdx.x; b * stretch < n; b += gridDim.x) {
    const std::size_t begin = b * stretch;
    // end of Replaces
    // Solution 3
    std::int64_t so_far = before[b];
    for (std::size_t tile = begin; tile < end; tile += threads_per_block) {
        const std::size_t i = tile + threadIdx.x;
        std::int64_t total;
        const std::int64_t sum = scan_block(i < end ? values[i] : 0, total);
        if (i < end) sums[i] = so_far + sum;
        so_far += total;
    }
    }
    // end of Solution 3
    // Replaces
//|     sums_kernel<<<blocks_for(n), threads_per_block>>>(values, n, stretch_for(n), before, sums);
    sums_kernel<<<1, threads_per_block>>>(values, n, stretch_for(n), before, sums);
    // end of Replaces
