// Mistake: from 8.0 on all the same
// Verdict: wrong_answer
// Message: compute capability 8.0: cores_per_multiprocessor() returned 128; expected 64
#include "device_query.hpp"

int cores_per_multiprocessor(int major, int minor) {
    if (major < 3 || major > 12 || major == 4) return 0;
    if (major == 3) return 192;
    if (major >= 8 || major == 5 || (major == 6 && minor > 0)) return 128;
    return minor <= 5 ? 64 : 0;
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
