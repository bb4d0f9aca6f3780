// Mistake: throws whatever the status
// Verdict: crashed
// Message: check(cudaSuccess) threw
    // Solution 1
    cudaGetLastError();
    throw CudaError(std::string(where.file_name()) + ":" + std::to_string(where.line()) + ": " +
                    cudaGetErrorName(status) + ": " + cudaGetErrorString(status));
    // end of Solution 1
