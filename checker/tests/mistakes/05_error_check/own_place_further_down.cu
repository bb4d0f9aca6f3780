// Mistake: the place where check() itself stands, far enough down to be a caller's
// Verdict: wrong_answer
// Message: the file of the call is not in it
    // Solution 1:
    if (status == cudaSuccess) {
        return;
    }
    cudaGetLastError();
    static_cast<void>(where);
    throw CudaError(std::string(__FILE__) + ":" + std::to_string(__LINE__) + ": " +
                    cudaGetErrorName(status) + ": " + cudaGetErrorString(status));
    // end of Solution 1
