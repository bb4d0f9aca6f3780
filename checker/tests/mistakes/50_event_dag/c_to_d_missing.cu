// Mistake: D does not wait for C
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 2:
    graph.launch(A, main);
    follow(side, main);
    graph.launch(B, main);
    graph.launch(C, side);
    graph.launch(D, main);
    // end of Solution 2
