// Mistake: main waits for C before it gets B
// Verdict: requirement
// Message: it waited for task C, whose result it does not take
// Only: virtual
    // Solution 2:
    graph.launch(A, main);
    follow(side, main);
    graph.launch(C, side);
    follow(main, side);
    graph.launch(B, main);
    graph.launch(D, main);
    // end of Solution 2
