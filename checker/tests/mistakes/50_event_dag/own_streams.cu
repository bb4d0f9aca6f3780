// Mistake: streams of its own, in order with each other, not with the caller's
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 2:
    cudaStream_t first;
    check(cudaStreamCreate(&first));
    graph.launch(A, first);
    follow(side, first);
    graph.launch(B, first);
    graph.launch(C, side);
    follow(first, side);
    graph.launch(D, first);
    check(cudaStreamDestroy(first));
    (void)main;
    // end of Solution 2
