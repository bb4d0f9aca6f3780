// Mistake: the error that was thrown stays behind for the next launch
// Verdict: wrong_answer
// Message: launch_error() returned cudaErrorMemoryAllocation (2)
// Message: that is the error of an allocation before it
    // Solution 1
    if (status == cudaSuccess) {
        return;
    }
    throw CudaError(std::string(where.file_name()) + ":" + std::to_string(where.line()) + ": " +
                    cudaGetErrorName(status) + ": " + cudaGetErrorString(status));
    // end of Solution 1
