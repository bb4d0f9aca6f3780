// Mistake: fewer blocks than were asked for
// Verdict: wrong_answer
// Message: there is no block
    // Solution 1:
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = of_cluster;
    attribute.val.clusterDim.y = 1;
    attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = std::max(at_least / of_cluster, 1) * of_cluster;
    config.blockDim = threads_per_block;
    config.dynamicSmemBytes = shared_bytes;
    config.attrs = &attribute;
    config.numAttrs = 1;
    check(cudaLaunchKernelEx(&config, kernel, x, n, out, count));
    // end of Solution 1
