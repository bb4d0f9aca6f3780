// Accepted: the total of cudaMemGetInfo, on the device in question, which is current for that long
    // Solution 2:
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
    info.least_blocks = 2 * info.multiprocessors;
    info.most_blocks = 4 * info.multiprocessors;

    int current = 0;
    cudaGetDevice(&current);
    cudaSetDevice(device);
    std::size_t available = 0;
    cudaMemGetInfo(&available, &info.memory_bytes);
    cudaSetDevice(current);
    // end of Solution 2
