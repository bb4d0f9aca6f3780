// Mistake: scans 256 counts and no more
// Verdict: wrong_answer
// Message: scan_counts: blocks = 257
    // Solution 2:
    const int b = threadIdx.x;
    const int own = b < blocks ? row[b] : 0;
    int total;
    const int sum = scan_block(own, total);
    if (b < blocks) row[b] = sum - own;
    if (threadIdx.x == 0) totals[blockIdx.x] = total;
    // end of Solution 2
