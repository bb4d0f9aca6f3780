// Mistake: does not ask where the row ends
// Verdict: fault
// Message: Invalid __global__ read
// Only: virtual
    // Solution 2:
    State own{-INFINITY, 0.0f};
    for (int first = threadIdx.x; first < classes; first += at_once * threads_per_block) {
        float four[at_once];
#pragma unroll
        for (int k = 0; k < at_once; ++k) {
            const int c = first + k * threads_per_block;
            four[k] = x[c];
        }
        own = with_four(own, four);
    }
    return reduce_block(own, merge);
    // end of Solution 2
