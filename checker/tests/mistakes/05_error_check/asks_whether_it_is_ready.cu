// Mistake: a question in place of waiting
// Verdict: wrong_answer
// Message: wait_for() returned before the kernel had ended
// Only: virtual
    // Solution 3
    const cudaError_t status = cudaStreamQuery(stream);
    return status == cudaErrorNotReady ? cudaSuccess : status;
    // end of Solution 3
