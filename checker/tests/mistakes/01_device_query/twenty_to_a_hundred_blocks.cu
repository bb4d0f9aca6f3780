// Mistake: a rule from old course texts, made for small GPUs
// Verdict: wrong_answer
// Message: least_blocks is 20
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
    info.cores = info.multiprocessors * info.cores_per_multiprocessor;
    info.least_blocks = 20;
    info.most_blocks = 100;

    cudaDeviceProp properties{}; // there is no attribute for the amount of memory
    cudaGetDeviceProperties(&properties, device);
    info.memory_bytes = properties.totalGlobalMem;
    // end of Solution 2
