// Mistake: all four tasks in one stream
// Verdict: requirement
// Message: task C is to be launched in `side`, and is in `main`
// Only: virtual
    // Solution 2:
    (void)side;
    for (const int t : {A, B, C, D}) graph.launch(t, main);
    // end of Solution 2
