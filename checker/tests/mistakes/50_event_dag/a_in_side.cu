// Mistake: A in the second stream, which does not come after what the caller had
// Verdict: fault
// Message: Race reported
// Only: virtual
    // Solution 2:
    graph.launch(A, side);
    follow(main, side);
    graph.launch(B, main);
    graph.launch(C, side);
    follow(main, side);
    graph.launch(D, main);
    // end of Solution 2
