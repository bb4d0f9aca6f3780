// Mistake: the host prints the lines, in a loop
// Verdict: requirement
// Message: no compiled kernel calls printf
    // Solution 2:
    for (int t = 0; t < threads; ++t) std::printf("Hello from thread %d\n", t);
    // end of Solution 2
