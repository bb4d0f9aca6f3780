// Mistake: all 160 threads work
// Verdict: fault
// Message: expert_offsets
// Only: virtual
    // Solution 4:
    int before = 0;
    for (int e = 0; e < threadIdx.x; ++e) before += min(totals[e], capacity);
    offsets[threadIdx.x] = before;
    // end of Solution 4
