// Mistake: there are as many offsets as experts
// Verdict: wrong_answer
// Message: never written
    // Solution 4:
    if (threadIdx.x >= experts) return;
    int before = 0;
    for (int e = 0; e < threadIdx.x; ++e) before += min(totals[e], capacity);
    offsets[threadIdx.x] = before;
    // end of Solution 4
