// Mistake: ends a capture without asking whether there is one
// Verdict: fault
// Message: the stream is not being captured
// Only: virtual
    // Solution 4:
    Graph left;
    cudaStreamEndCapture(stream, &left.handle);
    // end of Solution 4
