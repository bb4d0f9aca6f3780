// Mistake: the size of the cluster in the wrong dimension
// Verdict: fault
// Message: it must consist of whole clusters
// Only: virtual
    // Solution 1:
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = 1;
    attribute.val.clusterDim.y = of_cluster;
    attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = (at_least + of_cluster - 1) / of_cluster * of_cluster;
    config.blockDim = threads_per_block;
    config.dynamicSmemBytes = shared_bytes;
    config.attrs = &attribute;
    config.numAttrs = 1;
    check(cudaLaunchKernelEx(&config, kernel, x, n, out, count));
    // end of Solution 1
