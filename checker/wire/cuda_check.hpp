// What lesson 05 builds, given to the lessons after it:
//
//     check(cudaMalloc(&pointer, bytes));
//     kernel<<<blocks, threads>>>(...);
//     check(cudaGetLastError());
//
// An error becomes a std::runtime_error that says which one and in which line, and is told only
// once. Include it in a .cu alone: it needs the CUDA runtime's declarations.
#pragma once

#include <cuda_runtime.h>

#include <source_location>

namespace workbook::learner {

// Elsewhere (checker/learner/cuda_check.cpp), since <string> alone would double the time that nvcc
// needs for a lesson.
[[noreturn]] void throw_cuda_error(const char* name, const char* text, std::source_location where);

} // namespace workbook::learner

// static: given code of a lesson, which is linked with a student's, means this one and no other.
static inline void check(cudaError_t status,
                         std::source_location where = std::source_location::current()) {
    if (status == cudaSuccess) {
        return;
    }
    cudaGetLastError(); // told here: the next check must not find it again
    workbook::learner::throw_cuda_error(cudaGetErrorName(status), cudaGetErrorString(status),
                                        where);
}
