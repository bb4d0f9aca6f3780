// What lesson 05 builds, given to the lessons after it:
//
//     check(cudaMalloc(&pointer, bytes));
//     kernel<<<blocks, threads>>>(...);
//     check(cudaGetLastError());
//
// An error becomes an exception that says which one and in which line, and is told only once. Include it
// in a .cu alone: it needs the CUDA runtime's declarations.
#pragma once

#include <cuda_runtime.h>

#include <source_location>
#include <stdexcept>
#include <string>

struct CudaError : std::runtime_error {
    CudaError(cudaError_t status, const std::string& text)
        : std::runtime_error(text), code(status) {}
    cudaError_t code;
};

inline void check(cudaError_t status,
                  std::source_location where = std::source_location::current()) {
    if (status == cudaSuccess) {
        return;
    }
    cudaGetLastError(); // told here, so nobody shall find it after the next launch
    throw CudaError(status, std::string(where.file_name()) + ":" + std::to_string(where.line()) +
                                ": " + cudaGetErrorName(status) + ": " +
                                cudaGetErrorString(status));
}
