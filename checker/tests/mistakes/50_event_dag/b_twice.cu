// Mistake: B in both streams
// Verdict: requirement
// Message: task B was launched twice
// Only: virtual
    // Solution 2:
    graph.launch(A, main);
    follow(side, main);
    graph.launch(B, main);
    graph.launch(B, side);
    graph.launch(C, side);
    follow(main, side);
    graph.launch(D, main);
    // end of Solution 2
