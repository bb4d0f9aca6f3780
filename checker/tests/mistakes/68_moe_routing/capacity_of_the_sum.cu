// Mistake: the capacity is taken for that of all
// Verdict: wrong_answer
// Message: expert_offsets
    // Solution 4:
    if (threadIdx.x > experts) return;
    int before = 0;
    for (int e = 0; e < threadIdx.x; ++e) before += totals[e];
    offsets[threadIdx.x] = min(before, capacity);
    // end of Solution 4
