// What is measured: each workload as launches of kernels.cu and as a plain loop over the same
// arrays.
//
// The numbers are small integers, also where they are floats, so that every order of summation
// gives the same bits and results are compared byte for byte.
#pragma once

#include "vgpu/exec/device.hpp"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

// An array of 32-bit values on the host.
class Array {
  public:
    explicit Array(std::size_t count) : bytes_(count * 4) {}
    std::size_t bytes() const { return bytes_.size(); }
    std::size_t count() const { return bytes_.size() / 4; }
    std::byte* data() { return bytes_.data(); }
    const std::byte* data() const { return bytes_.data(); }
    float* floats() { return reinterpret_cast<float*>(bytes_.data()); }
    std::uint32_t* words() { return reinterpret_cast<std::uint32_t*>(bytes_.data()); }

  private:
    std::vector<std::byte> bytes_;
};

struct Argument {
    static constexpr int number = -1, null = -2;
    int array = number; // which of the workload's arrays
    std::int32_t value = 0;
};

struct Launch {
    const char* kernel;
    vgpu::exec::LaunchConfig config;
    std::vector<Argument> arguments;
};

struct Workload {
    std::string name;
    std::vector<Array> arrays = {};       // the inputs, filled; the result
    std::vector<std::size_t> zeroed = {}; // arrays that are zero at the beginning of each run
    std::size_t result = 0;
    std::vector<Launch> launches = {};
    void (*loop)(std::vector<Array>& arrays, int n) = nullptr;
    int n = 0;
};

std::vector<Workload> all_workloads();

// loops.cpp: the work as a C++ programmer would write it down; `n` as the kernels take it.
void add_loop(std::vector<Array>& arrays, int n);
void hypotenuse_loop(std::vector<Array>& arrays, int n);
void histogram_loop(std::vector<Array>& arrays, int n);
void matmul_loop(std::vector<Array>& arrays, int n);
void reduce_loop(std::vector<Array>& arrays, int n);
void scan_loop(std::vector<Array>& arrays, int n);
void transpose_loop(std::vector<Array>& arrays, int n);
void warp_scan_loop(std::vector<Array>& arrays, int n);
void byte_histogram_loop(std::vector<Array>& arrays, int n);
void scatter_loop(std::vector<Array>& arrays, int n);

} // namespace bench
