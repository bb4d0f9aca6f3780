// Mistake: a barrier of the block stands for the wait
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 2:
    if (threadIdx.x == 0) {
        announce(there, sizeof(Box));
        begin_load(&box, map, row - 1, column, there);
    }
    __syncthreads();
    // end of Solution 2
