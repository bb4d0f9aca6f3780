// Mistake: four blocks for each multiprocessor, whatever their size
// Verdict: wrong_answer
// Message: multiprocessors with
    // Solution 3
    int device = 0, multiprocessors = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    const std::size_t at_a_time = std::size_t{4} * multiprocessors;
    const std::size_t needed = (n + block - 1) / block;
    return static_cast<int>(std::min(at_a_time, needed));
    // end of Solution 3
