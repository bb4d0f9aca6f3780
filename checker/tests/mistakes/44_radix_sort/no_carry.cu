// Mistake: each round of 256 counts begins anew
// Verdict: wrong_answer
// Message: is what the rounds before add up to missing?
    // Solution 2:
    int before = 0;
    for (int first = 0; first < blocks; first += threads_per_block) {
        const int b = first + static_cast<int>(threadIdx.x);
        const int own = b < blocks ? row[b] : 0;
        int of_round;
        const int sum = scan_block(own, of_round);
        if (b < blocks) row[b] = sum - own;
        before += of_round;
    }
    if (threadIdx.x == 0) totals[blockIdx.x] = before;
    // end of Solution 2
