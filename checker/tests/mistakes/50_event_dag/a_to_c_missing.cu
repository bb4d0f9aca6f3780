// Mistake: C does not wait for A
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 2:
    graph.launch(A, main);
    graph.launch(B, main);
    graph.launch(C, side);
    follow(main, side);
    graph.launch(D, main);
    // end of Solution 2
