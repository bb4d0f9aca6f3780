// Mistake: clusters of 8, whatever is asked for
// Verdict: wrong_answer
// Message: in a cluster of 8 blocks; expected is
// Only: virtual
    // Solution 1:
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = 8;
    attribute.val.clusterDim.y = 1;
    attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t config{};
    config.gridDim = (at_least + 7) / 8 * 8;
    config.blockDim = threads_per_block;
    config.dynamicSmemBytes = shared_bytes;
    config.attrs = &attribute;
    config.numAttrs = 1;
    check(cudaLaunchKernelEx(&config, kernel, x, n, out, count));
    // end of Solution 1
