// Streams, events and memory, and kernels that store into it.
#pragma once

#include "api_fixture.hpp"

#include <cstring>

namespace vgpu::runtime::test {

class Streams : public Fixture {
  public:
    Streams() { make(); }
    // Also in a process of its own, which has a device of its own.
    void make() {
        REQUIRE(cudaMallocHost(reinterpret_cast<void**>(&pinned), 64) == cudaSuccess);
        std::memset(pinned, 0, 64);
        REQUIRE(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking) == cudaSuccess);
        REQUIRE(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking) == cudaSuccess);
        REQUIRE(cudaStreamCreate(&blocking) == cudaSuccess);
        REQUIRE(cudaEventCreate(&event) == cudaSuccess);
        REQUIRE(cudaEventCreate(&later) == cudaSuccess);
    }

    cudaError_t store_in(cudaStream_t stream, void* place, unsigned value) const {
        void* arguments[] = {&place, &value};
        return cudaLaunchKernel(function, 1, 1, arguments, 0, stream);
    }

    const void* function = kernel("store");
    unsigned* pinned = nullptr;
    cudaStream_t first = nullptr, second = nullptr, blocking = nullptr;
    cudaEvent_t event = nullptr, later = nullptr;
};

} // namespace vgpu::runtime::test
