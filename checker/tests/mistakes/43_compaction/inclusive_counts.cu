// Mistake: the scan is inclusive
// Verdict: wrong_answer
// Message: that is the inclusive sum
    // Solution 2:
    int before = 0;
    for (int first = 0; first < stretches; first += scan_threads) {
        const int s = first + static_cast<int>(threadIdx.x);
        const int own = s < stretches ? counts[s] : 0;
        int of_round;
        const int sum = scan_block(own, of_round);
        if (s < stretches) counts[s] = before + sum;
        before += of_round;
    }
    if (threadIdx.x == 0) *total = before;
    // end of Solution 2
