// Mistake: throws a number that one has to look up
// Verdict: wrong_answer
// Message: the name of the error is not in it
// Message: the description of the error is not in it
    // Solution 1
    if (status == cudaSuccess) {
        return;
    }
    cudaGetLastError();
    throw CudaError(std::string(where.file_name()) + ":" + std::to_string(where.line()) + ": " +
                    std::to_string(status));
    // end of Solution 1
