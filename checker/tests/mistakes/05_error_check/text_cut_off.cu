// Mistake: a buffer of 160 characters: behind a long name of a file, the line is lost
// Verdict: wrong_answer
// Message: is not in it
    // Solution 1:
    if (status == cudaSuccess) {
        return;
    }
    cudaGetLastError();
    char text[160];
    std::snprintf(text, sizeof text, "%s: %s: %s:%u", cudaGetErrorName(status),
                  cudaGetErrorString(status), where.file_name(), where.line());
    throw CudaError(text);
    // end of Solution 1
