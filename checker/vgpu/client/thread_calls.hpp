// What the calls of a thread are made for: the program itself, or a function of the driver API,
// which libcuda.so.1 (vgpu/driver) makes of calls of the runtime.
#pragma once

#include <cstdint>

namespace vgpu::client {

struct ThreadCalls {
    const char* driver_function = nullptr; // null: the program makes them
    std::uint32_t flags = 0;               // for the driver's, as in calls::Header
    std::uint64_t own = 0;                 // calls that the program has made
};

// The calling thread's.
inline ThreadCalls& thread_calls() {
    static thread_local ThreadCalls calls;
    return calls;
}

} // namespace vgpu::client
