// Mistake: waits, and drops what it is told
// Verdict: wrong_answer
// Message: wait_for() returned cudaSuccess
    // Solution 3
    cudaStreamSynchronize(stream);
    return cudaSuccess;
    // end of Solution 3
