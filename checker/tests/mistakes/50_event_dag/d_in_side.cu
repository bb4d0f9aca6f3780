// Mistake: D in the second stream, and main does not wait for it
// Verdict: requirement
// Message: task D is to be launched in `main`
// Only: virtual
    // Solution 2:
    graph.launch(A, main);
    follow(side, main);
    graph.launch(B, main);
    graph.launch(C, side);
    follow(side, main);
    graph.launch(D, side);
    follow(main, side);
    // end of Solution 2
