// Accepted: each thread has a stretch of the samples; memory from the pool, owned by a class
    // Solution 3:
    const std::size_t threads = std::size_t{gridDim.x} * blockDim.x;
    const std::size_t t = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    const std::size_t begin = n * t / threads, end = n * (t + 1) / threads;
    Generator generator;
    curand_init(seed, 0, 2 * begin, &generator);
    unsigned long long count = 0;
    for (std::size_t i = begin; i != end; ++i) {
        const float x = curand_uniform(&generator);
        const float y = curand_uniform(&generator);
        if (is_hit(x, y)) count += 1;
    }
    add_of_block(count, total);
    // end of Solution 3
    // Solution 4:
    check(cudaMemsetAsync(hits, 0, sizeof(unsigned long long), nullptr));
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(blocks);
    config.blockDim = dim3(threads_per_block);
    check(cudaLaunchKernelEx(&config, count_kernel, seed, n, hits));
    // end of Solution 4
    // Solution 5:
    struct Counter {
        unsigned long long* on_device = nullptr;
        Counter() { check(cudaMallocAsync(&on_device, sizeof *on_device, nullptr)); }
        ~Counter() { cudaFreeAsync(on_device, nullptr); }
    } counter;
    const std::size_t blocks = std::clamp<std::size_t>((n + 255) / 256, 1, most_blocks);
    count_hits(seed, n, static_cast<int>(blocks), counter.on_device);
    unsigned long long hits = 0;
    check(cudaMemcpyAsync(&hits, counter.on_device, sizeof hits, cudaMemcpyDefault));
    check(cudaStreamSynchronize(nullptr));
    return static_cast<double>(hits) / static_cast<double>(n) * 4;
    // end of Solution 5
