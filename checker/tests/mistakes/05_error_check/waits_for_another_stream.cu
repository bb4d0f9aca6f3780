// Mistake: waits for the default stream whatever it is given
// Verdict: wrong_answer
// Message: wait_for() returned before the kernel had ended
// Only: virtual
    // Solution 3
    return cudaStreamSynchronize(nullptr);
    // end of Solution 3
