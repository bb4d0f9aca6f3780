// Mistake: the number of multiprocessors of one card
// Verdict: wrong_answer
// Message: multiprocessors with
// Only: virtual
    // Solution 3
    int device = 0, multiprocessors = 0;
    check(cudaGetDevice(&device));
    multiprocessors = 132;
    const int threads = resident_threads(kernel, block, shared_per_thread);
    const std::size_t at_a_time = std::size_t(threads / block) * multiprocessors;
    const std::size_t needed = (n + block - 1) / block;
    return static_cast<int>(std::min(at_a_time, needed));
    // end of Solution 3
