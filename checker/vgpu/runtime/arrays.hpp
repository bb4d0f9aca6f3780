// CUDA arrays: what a program names by a cudaArray_t, and where its elements lie.
//
// Rows follow each other without gaps, slices, layers and faces, too: an array is a box of bytes in
// memory of the device that no pointer leads to (exec::Allocation::is_image). A mipmapped array is
// several of them in one allocation.
//
// Handles are numbers: they are looked up and never followed.
#pragma once

#include "vgpu/runtime/cuda_api.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace vgpu::runtime {

struct Array {
    cudaChannelFormatDesc format{};
    cudaExtent extent{}; // as it was asked for: 0 where there is no such dimension
    unsigned flags = 0;
    std::uint64_t address = 0;    // of its first byte
    std::uint64_t allocation = 0; // that the byte lies in
    int device = 0;
    bool is_level = false; // of a mipmapped array, which owns its bytes

    std::uint64_t element_bytes() const;
    std::uint64_t row_bytes() const { return extent.width * element_bytes(); }
    std::uint64_t rows() const { return at_least_one(extent.height); }
    std::uint64_t slices() const { return at_least_one(extent.depth); } // or layers, or faces
    std::uint64_t bytes() const { return row_bytes() * rows() * slices(); }
    bool is_layered() const { return (flags & cudaArrayLayered) != 0; }
    bool is_cubemap() const { return (flags & cudaArrayCubemap) != 0; }

  private:
    static std::uint64_t at_least_one(std::uint64_t count) { return count == 0 ? 1 : count; }
};

struct MipmappedArray {
    std::vector<cudaArray_t> levels;
    std::uint64_t allocation = 0;
    int device = 0;
};

class Arrays {
  public:
    cudaArray_t add(const Array& array);
    // Null if there is no such array, or no longer.
    const Array* find(cudaArray_const_t handle) const;
    cudaMipmappedArray_t add(MipmappedArray array);
    const MipmappedArray* find(cudaMipmappedArray_const_t handle) const;
    // Whether one of that number was there once.
    bool was_there(const void* handle) const;
    void remove(cudaArray_const_t handle) { arrays_.erase(number_of(handle)); }
    void remove(cudaMipmappedArray_const_t handle); // with its levels
    // cudaDeviceReset.
    void clear(int device);

  private:
    static std::uint64_t number_of(const void* handle) {
        return reinterpret_cast<std::uint64_t>(handle);
    }
    std::uint64_t next_handle();

    std::map<std::uint64_t, Array> arrays_;
    std::map<std::uint64_t, MipmappedArray> mipmapped_;
    std::uint64_t handles_ = 0; // given out so far
};

// Whether elements of such a format exist: 1, 2 or 4 channels of 8, 16 or 32 bits, alike.
bool is_element_format(const cudaChannelFormatDesc& format);
int channels_of(const cudaChannelFormatDesc& format);

} // namespace vgpu::runtime
