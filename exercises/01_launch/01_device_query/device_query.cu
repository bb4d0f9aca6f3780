// Lesson 01: what GPU is this? README.md explains; fill in the two regions marked TODO.
#include "device_query.hpp"

int cores_per_multiprocessor(int major, int minor) {
    // TODO 1: look it up in the table of README.md.
    return 0;
    // end of TODO 1
}

DeviceInfo device_info(int device) {
    DeviceInfo info{}; // all 0

    // TODO 2: if there is such a device, ask the runtime about it.

    // end of TODO 2

    return info;
}

// Given, and a good example of how to ask.
int device_attribute(int attribute, int device) {
    int value = 0;
    cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(attribute), device);
    return value;
}
