// Mistake: the total is written in the loop, which has no round for no values
// Verdict: wrong_answer
// Message: *total was not written
    // Solution 2:
    int before = 0;
    for (int first = 0; first < stretches; first += scan_threads) {
        const int s = first + static_cast<int>(threadIdx.x);
        const int own = s < stretches ? counts[s] : 0;
        int of_round;
        const int sum = scan_block(own, of_round);
        if (s < stretches) counts[s] = before + sum - own;
        before += of_round;
        if (threadIdx.x == 0) *total = before;
    }
    // end of Solution 2
