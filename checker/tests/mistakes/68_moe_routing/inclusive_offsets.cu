// Mistake: an expert begins behind its own requests
// Verdict: wrong_answer
// Message: that is where the next expert begins
    // Solution 4:
    if (threadIdx.x > experts) return;
    int before = 0;
    for (int e = 0; e <= min(threadIdx.x, experts - 1); ++e) before += min(totals[e], capacity);
    offsets[threadIdx.x] = before;
    // end of Solution 4
