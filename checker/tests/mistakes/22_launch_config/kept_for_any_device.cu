// Mistake: keeps the number of multiprocessors of the device that was current first
// Verdict: wrong_answer
// Message: plain_kernel on device 1 of two, which is current
// Only: virtual
    // Solution 3
    static int multiprocessors = 0;
    if (multiprocessors == 0) {
        int device = 0;
        check(cudaGetDevice(&device));
        check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    }
    const int threads = resident_threads(kernel, block, shared_per_thread);
    const std::size_t at_a_time = std::size_t(threads / block) * multiprocessors;
    const std::size_t needed = (n + block - 1) / block;
    return static_cast<int>(std::min(at_a_time, needed));
    // end of Solution 3
