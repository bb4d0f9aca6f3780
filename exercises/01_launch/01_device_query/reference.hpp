// Lesson 01, what the checker compares with.
#pragma once

#include "wire/interface.hpp"

// Of a device that is there; the first one is 0.
struct DeviceFacts {
    int major, minor; // compute capability
    int multiprocessors;
};
DeviceFacts device_facts(int device);
WORKBOOK_CALLABLE(device_facts);

int device_count();
WORKBOOK_CALLABLE(device_count);
