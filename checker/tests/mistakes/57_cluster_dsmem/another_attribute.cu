// Mistake: the attribute of cooperative launches
// Verdict: wrong_answer
// Message: is alone in its cluster
    // Solution 1:
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeCooperative;
    attribute.val.cooperative = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = (at_least + of_cluster - 1) / of_cluster * of_cluster;
    config.blockDim = threads_per_block;
    config.dynamicSmemBytes = shared_bytes;
    config.attrs = &attribute;
    config.numAttrs = 1;
    check(cudaLaunchKernelEx(&config, kernel, x, n, out, count));
    // end of Solution 1
