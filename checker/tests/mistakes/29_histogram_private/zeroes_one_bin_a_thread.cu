// Mistake: clears as many bins as there are threads, not more
// Verdict: fault
// Message: ninitialized
// Only: virtual
    // Solution 1
    if (threadIdx.x < bin_count) {
        bins[threadIdx.x] = 0;
    }
    __syncthreads();

    // A grid-stride loop that asks for eight values before it uses the first: memory is far away, and
    // eight questions take no longer than one.
    // end of Solution 1
