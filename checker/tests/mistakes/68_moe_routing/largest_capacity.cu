// Mistake: the larger of both
// Verdict: wrong_answer
// Message: expert_offsets
    // Solution 4:
    if (threadIdx.x > experts) return;
    int before = 0;
    for (int e = 0; e < threadIdx.x; ++e) before += max(totals[e], capacity);
    offsets[threadIdx.x] = before;
    // end of Solution 4
