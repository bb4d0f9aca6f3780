// Mistake: only what calls return is looked at; a launch returns nothing
// Verdict: wrong_answer
// Message: launch_error() returned cudaSuccess
    // Solution 2
    return cudaSuccess;
    // end of Solution 2
