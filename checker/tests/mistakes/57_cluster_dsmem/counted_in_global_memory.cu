// Mistake: each key is an addition in global memory
// Verdict: too_much_traffic
// Message: each cluster is to add each bin once
// Only: virtual
    // Solution 5:
    const std::size_t step = std::size_t{gridDim.x} * threads_per_block;
    for (std::size_t i = std::size_t{blockIdx.x} * threads_per_block + threadIdx.x; i < n; i += step) {
        atomicAdd(&counts[keys[i]], 1u);
    }
    (void)own;
    // end of Solution 5
