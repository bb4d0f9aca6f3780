// Mistake: forgets to multiply
// Verdict: wrong_answer
// Message: cores is
    // Solution 2
    int devices = 0;
    cudaGetDeviceCount(&devices);
    if (device < 0 || device >= devices) {
        return info;
    }
    cudaDeviceGetAttribute(&info.major, cudaDevAttrComputeCapabilityMajor, device);
    cudaDeviceGetAttribute(&info.minor, cudaDevAttrComputeCapabilityMinor, device);
    cudaDeviceGetAttribute(&info.multiprocessors, cudaDevAttrMultiProcessorCount, device);
    info.cores_per_multiprocessor = cores_per_multiprocessor(info.major, info.minor);
    info.cores = info.cores_per_multiprocessor;
    info.least_blocks = 2 * info.multiprocessors;
    info.most_blocks = 4 * info.multiprocessors;

    cudaDeviceProp properties{}; // there is no attribute for the amount of memory
    cudaGetDeviceProperties(&properties, device);
    info.memory_bytes = properties.totalGlobalMem;
    // end of Solution 2
