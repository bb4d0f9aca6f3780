// Mistake: the barrier stands where only threads with bins of their own come
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 1
    for (int bin = threadIdx.x; bin < bin_count; bin += blockDim.x) {
        bins[bin] = 0;
        __syncthreads();
    }

    // A grid-stride loop that asks for eight values before it uses the first: memory is far away, and
    // eight questions take no longer than one.
    // end of Solution 1
