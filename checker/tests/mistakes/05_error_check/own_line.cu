// Mistake: the caller's file, and the line in which check() itself stands
// Verdict: wrong_answer
// Message: the line of the call is not behind the file
    // Solution 1:
    if (status == cudaSuccess) {
        return;
    }
    cudaGetLastError();
    throw CudaError(std::string(where.file_name()) + ":" + std::to_string(__LINE__) + ": " +
                    cudaGetErrorName(status) + ": " + cudaGetErrorString(status));
    // end of Solution 1
