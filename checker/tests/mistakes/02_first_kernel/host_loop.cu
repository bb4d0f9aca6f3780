// Mistake: the CPU follows device pointers
// Verdict: crashed
// Message: your code crashed during add()
    // Solution 2
    for (int i = 0; i < element_count; ++i) {
        out[i] = x[i] + y[i];
    }
    // end of Solution 2
