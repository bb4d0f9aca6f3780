// Mistake: lets cudaErrorNotReady pass
// Verdict: wrong_answer
// Message: check(cudaErrorNotReady) threw nothing
    // Solution 1:
    if (status == cudaSuccess || status == cudaErrorNotReady) {
        return;
    }
    cudaGetLastError();
    throw CudaError(std::string(where.file_name()) + ":" + std::to_string(where.line()) + ": " +
                    cudaGetErrorName(status) + ": " + cudaGetErrorString(status));
    // end of Solution 1
