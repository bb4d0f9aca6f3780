// Mistake: asks about a device that is not there
// Verdict: fault
// Message: cudaErrorInvalidDevice
    // Solution 2
    int devices = 0;
    cudaGetDeviceCount(&devices);
    cudaDeviceGetAttribute(&info.major, cudaDevAttrComputeCapabilityMajor, device);
    cudaDeviceGetAttribute(&info.minor, cudaDevAttrComputeCapabilityMinor, device);
    cudaDeviceGetAttribute(&info.multiprocessors, cudaDevAttrMultiProcessorCount, device);
    info.cores_per_multiprocessor = cores_per_multiprocessor(info.major, info.minor);
    info.cores = info.multiprocessors * info.cores_per_multiprocessor;
    info.least_blocks = 2 * info.multiprocessors;
    info.most_blocks = 4 * info.multiprocessors;

    cudaDeviceProp properties{}; // there is no attribute for the amount of memory
    cudaGetDeviceProperties(&properties, device);
    info.memory_bytes = properties.totalGlobalMem;
    // end of Solution 2
