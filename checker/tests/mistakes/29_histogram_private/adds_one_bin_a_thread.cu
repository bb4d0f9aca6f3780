// Mistake: adds as many bins as there are threads, not more
// Verdict: wrong_answer
// Message: element 256
    // Solution 3
    __syncthreads();
    const int bin = threadIdx.x;
    if (bin < bin_count) {
        atomicAdd(&counts[bin], bins[bin]);
    }
    // end of Solution 3
