// Mistake: the whole GPU, also for a single element
// Verdict: wrong_answer
// Message: One thread per element takes 1 block
    // Solution 3
    int device = 0, multiprocessors = 0;
    check(cudaGetDevice(&device));
    check(cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, device));
    const int threads = resident_threads(kernel, block, shared_per_thread);
    const std::size_t at_a_time = std::size_t(threads / block) * multiprocessors;
    return n == 0 ? 0 : static_cast<int>(at_a_time);
    // end of Solution 3
