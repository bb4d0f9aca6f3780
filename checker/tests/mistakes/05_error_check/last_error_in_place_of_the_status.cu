// Mistake: looks at the last error and not at what it was given
// Verdict: wrong_answer
// Message: threw nothing
    // Solution 1
    status = cudaGetLastError();
    if (status == cudaSuccess) {
        return;
    }
    throw CudaError(std::string(where.file_name()) + ":" + std::to_string(where.line()) + ": " +
                    cudaGetErrorName(status) + ": " + cudaGetErrorString(status));
    // end of Solution 1
