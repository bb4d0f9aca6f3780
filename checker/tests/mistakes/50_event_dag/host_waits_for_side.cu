// Mistake: the host waits for C before it submits D
// Verdict: requirement
// Message: the host waited (cudaStreamSynchronize
    // Solution 2:
    graph.launch(A, main);
    follow(side, main);
    graph.launch(B, main);
    graph.launch(C, side);
    check(cudaStreamSynchronize(side));
    graph.launch(D, main);
    // end of Solution 2
