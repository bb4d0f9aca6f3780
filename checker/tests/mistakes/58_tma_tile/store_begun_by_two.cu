// Mistake: two threads begin the copy
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 3:
    show_to_copies();
    __syncthreads();
    if (threadIdx.x < 2) {
        begin_store(map, row, column, &tile);
        wait_for_stores();
    }
    __syncthreads();
    // end of Solution 3
