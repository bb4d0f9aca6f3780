// A plan of cuFFT: its options, and the transform that was made for it.
#pragma once

#include "vgpu/cufft/shape.hpp"

#include <cuda_runtime_api.h>

#include <cstddef>
#include <memory>

namespace vgpu::cufft {

std::size_t work_bytes(const Shape& shape);

class Transform {
  public:
    virtual ~Transform() = default;
    virtual cufftResult run(void* in, void* out, int direction, void* work,
                            cudaStream_t stream) = 0;
};

// Brings its tables to the device.
cufftResult make_transform(const Shape& shape, std::unique_ptr<Transform>& transform);

struct Plan {
    cudaStream_t stream = nullptr;
    bool allocates = true;
    void *own_work = nullptr, *work = nullptr;
    std::size_t bytes = 0;
    Shape shape{};
    std::unique_ptr<Transform> transform; // null until the plan is made

    Plan() = default;
    Plan(const Plan&) = delete;
    Plan& operator=(const Plan&) = delete;
    ~Plan() { cudaFree(own_work); }

    void drop_own_work() {
        cudaFree(own_work);
        if (work == own_work) work = nullptr;
        own_work = nullptr;
    }
};

} // namespace vgpu::cufft
