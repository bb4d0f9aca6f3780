// Mistake: the host prints the lines, in a loop
// Verdict: requirement
// Message: hello() launched no kernel: the GPU has to do the work
    // Solution 2:
    for (int t = 0; t < threads; ++t) std::printf("Hello from thread %d\n", t);
    // end of Solution 2
