// Mistake: row and column are exchanged
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 3:
    show_to_copies();
    __syncthreads();
    if (threadIdx.x == 0) {
        begin_store(map, column, row, &tile);
        wait_for_stores();
    }
    __syncthreads();
    // end of Solution 3
