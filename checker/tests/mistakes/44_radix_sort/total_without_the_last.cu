// Mistake: the total is the exclusive sum of the last count
// Verdict: wrong_answer
// Message: the last count is not in it
    // Solution 2:
    int before = 0;
    for (int first = 0; first < blocks; first += threads_per_block) {
        const int b = first + static_cast<int>(threadIdx.x);
        const int own = b < blocks ? row[b] : 0;
        int of_round;
        const int sum = scan_block(own, of_round);
        if (b < blocks) row[b] = before + sum - own;
        before += of_round;
    }
    __syncthreads();
    if (threadIdx.x == 0) totals[blockIdx.x] = row[blocks - 1];
    // end of Solution 2
