// Mistake: the first question forgets the error, the second one finds none
// Verdict: wrong_answer
// Message: launch_error() returned cudaSuccess
    // Solution 2
    if (cudaGetLastError() != cudaSuccess) {
        return cudaGetLastError();
    }
    return cudaSuccess;
    // end of Solution 2
