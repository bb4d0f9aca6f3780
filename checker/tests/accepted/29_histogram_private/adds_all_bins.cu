// Accepted: empty bins are added as well; pointers in place of indices; the barrier counts
    // Solution 1:
    for (unsigned* bin = bins + threadIdx.x; bin < bins + bin_count; bin += blockDim.x) *bin = 0;
    __syncthreads();
    // end of Solution 1
                // Solution 2:
                atomicInc(bins + bin, 0xffffffffu);
                // end of Solution 2
    // Solution 3:
    const int counted = __syncthreads_count(first < n);
    for (int bin = threadIdx.x; counted > 0 && bin < bin_count; bin += blockDim.x) {
        atomicAdd(counts + bin, bins[bin]);
    }
    // end of Solution 3
    // Solution 4:
    const std::size_t shared_bytes = static_cast<std::size_t>(bin_count) << 2;
    // end of Solution 4
