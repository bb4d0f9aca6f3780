// Lesson 49, given: a stream with room for one piece, and the work to be done.
#pragma once

#include "wire/cuda_check.hpp"

#include <cstddef>
#include <cstdint>

// A stream, and two arrays on the device with room for one piece. Its destructor does not
// wait: the arrays are freed when the work in the stream is over.
struct Lane {
    cudaStream_t stream = nullptr;
    std::uint32_t* in = nullptr;
    std::uint32_t* out = nullptr;

    explicit Lane(std::size_t chunk);
    ~Lane() { give_back(); }
    Lane(const Lane&) = delete; // there is one owner of a stream
    Lane& operator=(const Lane&) = delete;

  private:
    void give_back();
};

// The filter: each element goes through 100 rounds of arithmetic. Launches a kernel in the stream,
// and does not wait for it. in, out: device pointers, count elements each; count is at least 1.
void launch_filter(const std::uint32_t* in, std::uint32_t* out, std::size_t count,
                   cudaStream_t stream);
