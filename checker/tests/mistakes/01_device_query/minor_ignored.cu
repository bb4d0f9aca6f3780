// Mistake: looks at the first number only
// Verdict: wrong_answer
// Message: compute capability 6.1
// Message: expected 128
#include "device_query.hpp"

int cores_per_multiprocessor(int major, int minor) {
    switch (major) {
    case 3:
        return 192;
    case 5: case 9: case 10: case 11: case 12:
        return 128;
    case 6: case 7: case 8:
        return 64;
    default:
        return 0;
    }
}

DeviceInfo device_info(int device) {
    DeviceInfo info{}; // all 0

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

    cudaDeviceProp properties{}; // there is no attribute for the amount of memory
    cudaGetDeviceProperties(&properties, device);
    info.memory_bytes = properties.totalGlobalMem;

    return info;
}

// Given, and a good example of how to ask.
int device_attribute(int attribute, int device) {
    int value = 0;
    cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(attribute), device);
    return value;
}
