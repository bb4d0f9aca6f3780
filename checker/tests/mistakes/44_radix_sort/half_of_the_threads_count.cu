// Mistake: threads 0 to 127 count all keys
// Verdict: requirement
// Message: all threads of a block are to count keys of its stretch
// Only: virtual
    // Solution 1
    bins[d] = 0;
    __syncthreads();
    for (int i = begin + static_cast<int>(threadIdx.x); i < end && threadIdx.x < 128; i += 128) {
        atomicAdd(&bins[digit_of(ordered(keys[i]), shift)], 1);
    }
    __syncthreads();
    counts[d * gridDim.x + blockIdx.x] = bins[d];
    // end of Solution 1
