// Accepted: cudaLaunchKernelExC, with a list of attributes; blocks counted in clusters
    // Solution 1:
    cudaLaunchAttribute attributes[2]{};
    attributes[0].id = cudaLaunchAttributePriority;
    attributes[1].id = cudaLaunchAttributeClusterDimension;
    attributes[1].val.clusterDim = {static_cast<unsigned>(of_cluster), 1, 1};
    int clusters = at_least / of_cluster;
    if (clusters * of_cluster < at_least) ++clusters;
    const cudaLaunchConfig_t config{.gridDim = dim3(clusters * of_cluster),
                                    .blockDim = dim3(threads_per_block),
                                    .dynamicSmemBytes = shared_bytes,
                                    .stream = nullptr,
                                    .attrs = attributes,
                                    .numAttrs = 2};
    void* arguments[] = {&x, &n, &out, &count};
    check(cudaLaunchKernelExC(&config, reinterpret_cast<const void*>(kernel), arguments));
    // end of Solution 1
