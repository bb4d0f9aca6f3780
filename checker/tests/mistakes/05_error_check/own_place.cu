// Mistake: tells the line of check() itself, always the same
// Verdict: wrong_answer
// Message: the file of the call is not in it
    // Solution 1
    if (status == cudaSuccess) {
        return;
    }
    cudaGetLastError();
    throw CudaError(std::string(__FILE__) + ":" + std::to_string(12) + ": " +
                    cudaGetErrorName(status) + ": " + cudaGetErrorString(status));
    // end of Solution 1
