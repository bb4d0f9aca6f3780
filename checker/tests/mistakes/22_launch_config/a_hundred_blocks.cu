// Mistake: 100 blocks, as course texts say, whatever the GPU
// Verdict: wrong_answer
// Message: multiprocessors with
    // Solution 3
    int device = 0, multiprocessors = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    const std::size_t at_a_time = 100;
    const std::size_t needed = (n + block - 1) / block;
    return static_cast<int>(std::min(at_a_time, needed));
    // end of Solution 3
