// Given to the lessons on data: device memory that gives itself back, of the kind that lesson 13
// builds.
//
//     const DeviceBuffer<float> sums(n);            // n elements, not yet written
//     kernel<<<blocks, threads>>>(sums.data(), n);  // the device pointer
//
// It is allocated and freed in the order of the default stream, from a pool (cudaMallocAsync): that
// takes less time than cudaMalloc and cudaFree, and the free does not wait. Use it in that
// stream alone.
//
// Include it in a .cu alone.
#pragma once

#include "wire/cuda_check.hpp"

#include <cstddef>
#include <utility>

template <typename T>
class DeviceBuffer {
  public:
    explicit DeviceBuffer(std::size_t size) : size_(size) {
        if (size > 0) {
            check(cudaMallocAsync(&data_, size * sizeof(T), nullptr));
        }
    }
    // An error is not told: a destructor must not throw.
    ~DeviceBuffer() {
        if (data_) {
            cudaFreeAsync(data_, nullptr);
        }
    }

    DeviceBuffer(DeviceBuffer&& other) noexcept
        : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}
    DeviceBuffer& operator=(DeviceBuffer&& other) noexcept {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
        return *this;
    }

    T* data() const { return data_; } // null if there are no elements
    std::size_t size() const { return size_; }
    std::size_t bytes() const { return size_ * sizeof(T); }

  private:
    T* data_ = nullptr;
    std::size_t size_ = 0;
};
