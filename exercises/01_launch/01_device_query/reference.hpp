// Lesson 01, what the checker compares with.
#pragma once

#include "wire/interface.hpp"

#include <cstddef>

// For a device that is there; the first one is 0.
struct DeviceFacts {
    int major, minor; // compute capability
    int multiprocessors;
    std::size_t memory_bytes; // of the device's own memory, used or not
};
DeviceFacts device_facts(int device);
WORKBOOK_CALLABLE(device_facts);

int device_count();
WORKBOOK_CALLABLE(device_count);
