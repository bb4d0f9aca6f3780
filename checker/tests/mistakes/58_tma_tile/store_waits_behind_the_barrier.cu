// Mistake: the wait stands behind the last barrier
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 3:
    show_to_copies();
    __syncthreads();
    if (threadIdx.x == 0) {
        begin_store(map, row, column, &tile);
    }
    __syncthreads();
    wait_for_stores();
    // end of Solution 3
