// Mistake: launch_error() takes the error away, and says that there was none
// Verdict: wrong_answer
// Message: the launch was refused, and launch_error() returned cudaSuccess
    // Solution 2:
    cudaGetLastError();
    return cudaPeekAtLastError();
    // end of Solution 2
