// Mistake: asks without waiting: what goes wrong later stays unknown
// Verdict: wrong_answer
// Message: wait_for() returned cudaSuccess
    // Solution 3
    return cudaGetLastError();
    // end of Solution 3
