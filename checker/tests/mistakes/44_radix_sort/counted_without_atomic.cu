// Mistake: threads add to one count without an atomic
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 1:
    bins[d] = 0;
    __syncthreads();
    for (int i = begin + static_cast<int>(threadIdx.x); i < end; i += threads_per_block)
        ++bins[digit_of(ordered(keys[i]), shift)];
    __syncthreads();
    counts[d * gridDim.x + blockIdx.x] = bins[d];
    // end of Solution 1
