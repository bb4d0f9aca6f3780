// Mistake: all requests are taken
// Verdict: wrong_answer
// Message: no expert takes more than the capacity
    // Solution 4:
    if (threadIdx.x > experts) return;
    int before = 0;
    for (int e = 0; e < threadIdx.x; ++e) before += totals[e];
    offsets[threadIdx.x] = before;
    // end of Solution 4
