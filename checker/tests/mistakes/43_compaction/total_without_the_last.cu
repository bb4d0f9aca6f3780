// Mistake: the total is what is before the last stretch
// Verdict: wrong_answer
// Message: the last count is not in it
    // Solution 2:
    int before = 0;
    for (int first = 0; first < stretches; first += scan_threads) {
        const int s = first + static_cast<int>(threadIdx.x);
        const int own = s < stretches ? counts[s] : 0;
        int of_round;
        const int sum = scan_block(own, of_round);
        if (s < stretches) counts[s] = before + sum - own;
        before += of_round;
    }
    __syncthreads();
    if (threadIdx.x == 0) *total = stretches == 0 ? 0 : counts[stretches - 1];
    // end of Solution 2
