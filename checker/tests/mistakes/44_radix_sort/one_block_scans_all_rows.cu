// Mistake: one block scans all rows, one after the other
// Verdict: requirement
// Message: has 1 block; each of the 256 digits needs a block of its own
    // Replaces
//|     int* const row = counts + blockIdx.x * blocks;
    for (int d = blockIdx.x; d < digits; d += gridDim.x) {
    int* const row = counts + d * blocks;
    // end of Replaces
    // Solution 2
    int before = 0;
    for (int first = 0; first < blocks; first += threads_per_block) {
        const int b = first + static_cast<int>(threadIdx.x);
        const int own = b < blocks ? row[b] : 0;
        int of_round;
        const int sum = scan_block(own, of_round);
        if (b < blocks) row[b] = before + sum - own;
        before += of_round;
    }
    if (threadIdx.x == 0) totals[d] = before;
    }
    // end of Solution 2
    // Replaces
//|     scan_kernel<<<digits, threads_per_block>>>(counts, blocks, totals);
    scan_kernel<<<1, threads_per_block>>>(counts, blocks, totals);
    // end of Replaces
