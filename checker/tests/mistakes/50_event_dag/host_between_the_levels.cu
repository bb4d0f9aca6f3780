// Mistake: the host waits between the levels of the graph
// Verdict: requirement
// Message: the host waited (cudaDeviceSynchronize
    // Solution 2:
    graph.launch(A, main);
    check(cudaDeviceSynchronize());
    graph.launch(B, main);
    graph.launch(C, side);
    check(cudaDeviceSynchronize());
    graph.launch(D, main);
    // end of Solution 2
