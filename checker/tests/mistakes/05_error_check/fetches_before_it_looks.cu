// Mistake: fetches the last error even if the call that it was given went right
// Verdict: wrong_answer
// Message: check() has taken away an error that it was not given
    // Solution 1
    cudaGetLastError();
    if (status == cudaSuccess) {
        return;
    }
    throw CudaError(std::string(where.file_name()) + ":" + std::to_string(where.line()) + ": " +
                    cudaGetErrorName(status) + ": " + cudaGetErrorString(status));
    // end of Solution 1
