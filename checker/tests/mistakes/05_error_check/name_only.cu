// Mistake: throws the name without the words
// Verdict: wrong_answer
// Message: the description of the error is not in it
    // Solution 1
    if (status == cudaSuccess) {
        return;
    }
    cudaGetLastError();
    throw CudaError(std::string(where.file_name()) + ":" + std::to_string(where.line()) + ": " +
                    cudaGetErrorName(status));
    // end of Solution 1
