// Mistake: a cluster of 0 blocks in two dimensions
// Verdict: fault
// Message: at least one block in each of x, y and z
// Only: virtual
    // Solution 1:
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = of_cluster;
    cudaLaunchConfig_t config{};
    config.gridDim = (at_least + of_cluster - 1) / of_cluster * of_cluster;
    config.blockDim = threads_per_block;
    config.dynamicSmemBytes = shared_bytes;
    config.attrs = &attribute;
    config.numAttrs = 1;
    check(cudaLaunchKernelEx(&config, kernel, x, n, out, count));
    // end of Solution 1
