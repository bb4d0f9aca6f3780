// Mistake: takes the number of devices for the number of a device
// Verdict: fault
// Message: device 1:
// Message: cudaErrorInvalidDevice
#include "device_query.hpp"

int cores_per_multiprocessor(int major, int minor) {
    switch (major * 10 + minor) {
    case 30: case 32: case 35: case 37: // Kepler
        return 192;
    case 50: case 52: case 53: // Maxwell
        return 128;
    case 60: // Pascal, for computing centres
        return 64;
    case 61: case 62: // Pascal, otherwise
        return 128;
    case 70: case 72: case 75: // Volta, Turing
        return 64;
    case 80: // Ampere, for computing centres
        return 64;
    case 86: case 87: case 89: // Ampere, Ada
        return 128;
    case 90: // Hopper
        return 128;
    case 100: case 103: case 110: case 120: case 121: // Blackwell
        return 128;
    default:
        return 0;
    }
}

DeviceInfo device_info(int device) {
    DeviceInfo info{}; // all 0

    int devices = 0;
    cudaGetDeviceCount(&devices);
    if (device < 0 || device > devices) {
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
