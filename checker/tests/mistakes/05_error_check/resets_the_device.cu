// Mistake: clears the error by resetting the device, memory and all
// Verdict: wrong_answer
// Message: fill_after
    // Solution 1
    if (status == cudaSuccess) {
        return;
    }
    cudaDeviceReset();
    throw CudaError(std::string(where.file_name()) + ":" + std::to_string(where.line()) + ": " +
                    cudaGetErrorName(status) + ": " + cudaGetErrorString(status));
    // end of Solution 1
