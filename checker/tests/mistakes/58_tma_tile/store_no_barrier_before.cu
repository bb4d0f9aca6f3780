// Mistake: the copy begins before all threads have written
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 3:
    show_to_copies();
    if (threadIdx.x == 0) {
        begin_store(map, row, column, &tile);
        wait_for_stores();
    }
    __syncthreads();
    // end of Solution 3
