// A header of the program's own.
#pragma once

#include <cuda_runtime.h>

template <class T>
T* allocated_in_header(int count) {
    T* data = nullptr;
    cudaMallocManaged(&data, count * sizeof(T));
    return data;
}
