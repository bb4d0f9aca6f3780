// Mistake: as many blocks as there is work, in a 32-bit number
// Verdict: wrong_answer
// Message: n =
    // Solution 3
    int device = 0, multiprocessors = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    const std::size_t needed = (n + block - 1) / block;
    return static_cast<int>(needed);
    // end of Solution 3
