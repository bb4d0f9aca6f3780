// Lesson 01, what the checker calls. Given: read it, do not edit it.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// What a program may want to know of a GPU before it uses it. All 0 if there is no such device.
struct DeviceInfo {
    int major, minor;             // compute capability: 9, 0 for an H200
    int multiprocessors;          // SMs
    int cores_per_multiprocessor; // for float; 0 if the compute capability is unknown
    int cores;                    // of the whole device; 0 if unknown
    int least_blocks;             // a grid to begin with: 2 blocks for each multiprocessor ...
    int most_blocks;              // ... to 4
    std::size_t memory_bytes;     // of the device's own memory
};

// The number of float cores that a multiprocessor of this compute capability has (the table is in
// README.md); 0 for one that is not in the table.
int cores_per_multiprocessor(int major, int minor);
WORKBOOK_CALLABLE(cores_per_multiprocessor);

// The device with this number; the first one is 0. Leaves no error behind, whatever the number.
DeviceInfo device_info(int device);
WORKBOOK_CALLABLE(device_info);
