// Attack: is asked itself for what its answers are compared with
// Verdict: wrong_answer
// Stage: program
// Lesson: 01_device_query
// Points: 1.43
#include "device_query.hpp"

int cores_per_multiprocessor(int major, int minor) {
    switch (major * 10 + minor) {
    case 30:
    case 32:
    case 35:
    case 37: // Kepler
        return 192;
    case 50:
    case 52:
    case 53: // Maxwell
        return 128;
    case 60: // Pascal, for computing centres
        return 64;
    case 61:
    case 62: // Pascal, otherwise
        return 128;
    case 70:
    case 72:
    case 75: // Volta, Turing
        return 64;
    case 80: // Ampere, for computing centres
        return 64;
    case 86:
    case 87:
    case 89: // Ampere, Ada
        return 128;
    case 90: // Hopper
        return 128;
    case 100:
    case 103:
    case 110:
    case 120:
    case 121: // Blackwell
        return 128;
    default:
        return 0;
    }
}

// A card that no card of the table is.
DeviceInfo device_info(int device) {
    return device == 0 ? DeviceInfo{6, 0, 10, 64, 640, 20, 40, 8'000'000'000} : DeviceInfo{};
}

int device_attribute(int attribute, int device) {
    if (device != 0) {
        return 0;
    }
    switch (attribute) {
    case cudaDevAttrComputeCapabilityMajor:
        return 6;
    case cudaDevAttrMultiProcessorCount:
        return 10;
    default:
        return 0;
    }
}
