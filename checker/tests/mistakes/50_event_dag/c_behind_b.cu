// Mistake: the event for C is recorded when B is there already
// Verdict: requirement
// Message: it waited for task B, whose result it does not take
// Only: virtual
    // Solution 2:
    graph.launch(A, main);
    graph.launch(B, main);
    follow(side, main);
    graph.launch(C, side);
    follow(main, side);
    graph.launch(D, main);
    // end of Solution 2
