// Mistake: D in the default stream
// Verdict: requirement
// Message: default stream
// Only: virtual
    // Solution 2:
    graph.launch(A, main);
    follow(side, main);
    graph.launch(B, main);
    graph.launch(C, side);
    follow(main, side);
    graph.launch(D, 0);
    // end of Solution 2
