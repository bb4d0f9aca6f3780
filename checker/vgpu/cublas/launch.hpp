// How a function of cuBLAS launches a kernel in its handle's stream: factors, vectors, results.
#pragma once

#include "vgpu/cublas/handle.hpp"
#include "vgpu/cublas/number.cuh"

#include <algorithm>
#include <cstring>
#include <type_traits>
#include <utility>

namespace vgpu::cublas {

inline constexpr int threads = 256; // of a block

inline unsigned blocks_for(std::int64_t count, int per_block = threads) {
    return static_cast<unsigned>((count + per_block - 1) / per_block);
}

// A thread for each element of a matrix; columns beyond what CUDA allows in y are taken in turns.
inline dim3 blocks_of_columns(std::int64_t m, std::int64_t n) {
    return {blocks_for(m), static_cast<unsigned>(std::min<std::int64_t>(n, 65535)), 1};
}

template <class... Parameters>
cublasStatus_t launch(cublasHandle_t handle, void (*kernel)(Parameters...), dim3 grid, dim3 block,
                      std::type_identity_t<Parameters>... arguments) {
    void* places[] = {&arguments...};
    return status_of(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), grid, block, places, 0,
                                      handle->stream));
}

template <class T>
Scalar<T> scalar(cublasHandle_t handle, const T* given) {
    Scalar<T> factor{};
    if (handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE)
        factor.pointer = given;
    else
        factor.value = *given;
    return factor;
}

template <class T>
Vector<T> vector(T* data, std::int64_t n, std::int64_t increment) {
    return {increment < 0 && n > 0 ? data + (1 - n) * increment : data, increment};
}

// Calls `start` with the address to which its kernel writes one T: the caller's in pointer mode
// DEVICE, otherwise pinned memory that the host reads after it has synchronised with the stream.
template <class T, class Start>
cublasStatus_t give_result(cublasHandle_t handle, T* result, Start start) {
    if (handle->pointer_mode == CUBLAS_POINTER_MODE_DEVICE) return start(result);
    static constexpr std::size_t largest = 16;
    static_assert(sizeof(T) <= largest);
    if (handle->result == nullptr)
        if (const auto error = cudaMallocHost(&handle->result, largest); error != cudaSuccess)
            return status_of(error);
    const auto status = start(static_cast<T*>(handle->result));
    if (status != CUBLAS_STATUS_SUCCESS) return status;
    const auto error = cudaStreamSynchronize(handle->stream);
    if (error == cudaSuccess) std::memcpy(result, handle->result, sizeof(T));
    return status_of(error);
}

// The API's complex numbers as the kernels' own.
template <class T>
T* native(T* x) {
    return x;
}
inline Complex<float>* native(cuComplex* x) { return reinterpret_cast<Complex<float>*>(x); }
inline Complex<double>* native(cuDoubleComplex* x) { return reinterpret_cast<Complex<double>*>(x); }
inline const Complex<float>* native(const cuComplex* x) {
    return reinterpret_cast<const Complex<float>*>(x);
}
inline const Complex<double>* native(const cuDoubleComplex* x) {
    return reinterpret_cast<const Complex<double>*>(x);
}
template <class T>
using Native = std::remove_const_t<std::remove_pointer_t<decltype(native(std::declval<T*>()))>>;

} // namespace vgpu::cublas
