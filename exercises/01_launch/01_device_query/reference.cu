// Lesson 01: what the runtime answers.
#include "reference.hpp"

#include "wire/cuda_check.hpp"

DeviceFacts device_facts(int device) {
    DeviceFacts facts{};
    check(cudaDeviceGetAttribute(&facts.major, cudaDevAttrComputeCapabilityMajor, device));
    check(cudaDeviceGetAttribute(&facts.minor, cudaDevAttrComputeCapabilityMinor, device));
    check(cudaDeviceGetAttribute(&facts.multiprocessors, cudaDevAttrMultiProcessorCount, device));
    cudaDeviceProp properties{};
    check(cudaGetDeviceProperties(&properties, device));
    facts.memory_bytes = properties.totalGlobalMem;
    return facts;
}

int device_count() {
    int devices = 0;
    check(cudaGetDeviceCount(&devices));
    return devices;
}
