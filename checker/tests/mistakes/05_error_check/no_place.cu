// Mistake: says what and not where
// Verdict: wrong_answer
// Message: the file of the call is not in it
    // Solution 1
    if (status == cudaSuccess) {
        return;
    }
    cudaGetLastError();
    throw CudaError(std::string() + cudaGetErrorName(status) + ": " + cudaGetErrorString(status));
    // end of Solution 1
