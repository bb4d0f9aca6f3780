// Mistake: an ordinary load and store, which the thread waits for
// Verdict: requirement
// Message: no asynchronous copy
// Only: virtual
    // Solution 1
    (void)pipe;
    *place = there ? *source : Piece{};
    // end of Solution 1
