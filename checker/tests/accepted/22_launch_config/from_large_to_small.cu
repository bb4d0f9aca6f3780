// Accepted: from the largest block to the smallest; a launch that is tried in place of the attributes' limit
    // Solution 2:
    int best = 0, most = 0;
    for (int block = 1024; block >= 32; block -= 32) {
        const int threads = resident_threads(kernel, block, shared_per_thread);
        if (threads >= most && (best == 0 || threads > most || block >= 96)) {
            most = threads;
            best = block;
        }
    }
    return best;
    // end of Solution 2
    // Solution 3:
    cudaDeviceProp properties{};
    int device = 0;
    check(cudaGetDevice(&device));
    check(cudaGetDeviceProperties(&properties, device));
    const auto per_multiprocessor = static_cast<std::size_t>(resident_threads(kernel, block, shared_per_thread) / block);
    std::size_t grid = per_multiprocessor * properties.multiProcessorCount;
    if (n / block < grid) grid = n / block + (n % block != 0);
    return static_cast<int>(grid);
    // end of Solution 3
