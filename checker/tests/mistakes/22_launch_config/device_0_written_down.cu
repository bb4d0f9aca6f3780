// Mistake: asks device 0 for its multiprocessors, whichever is current
// Verdict: wrong_answer
// Message: plain_kernel on device 1 of two, which is current
// Only: virtual
    // Solution 3
    int multiprocessors = 0;
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0));
    const int threads = resident_threads(kernel, block, shared_per_thread);
    const std::size_t at_a_time = std::size_t(threads / block) * multiprocessors;
    const std::size_t needed = (n + block - 1) / block;
    return static_cast<int>(std::min(at_a_time, needed));
    // end of Solution 3
