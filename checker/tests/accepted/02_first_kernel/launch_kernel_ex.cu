// Accepted: cudaLaunchKernelEx in place of <<< >>>
    // Solution 2:
    cudaLaunchConfig_t config = {};
    config.gridDim = dim3(32);
    config.blockDim = dim3(128);
    cudaLaunchKernelEx(&config, add_kernel, x, y, out);
    // end of Solution 2
