// What cublasLtMatmul does beyond a product: C and D apart and in either order, scales, a bias, an
// activation. The types of C, D, bias and alpha are known when the kernel runs.
#pragma once

#include "vgpu/cublas/cublas_gemm.cuh"

#include <cuda_fp8.h>
#include <library_types.h>

namespace vgpu::cublaslt {

// Element (i, j) of a problem lies at i * row_step + j * column_step.
struct Matrix {
    void* data;         // of the first problem; the others lie `batch_stride` elements apart
    void* const* array; // or: each problem's, on the device
    cudaDataType type;
    std::int64_t row_step, column_step, batch_stride;

    __device__ void* of_problem(std::int64_t problem) const {
        return array != nullptr ? array[problem] : data;
    }
    __device__ std::int64_t at(std::int64_t problem, std::int64_t row, std::int64_t column) const {
        return (array != nullptr ? 0 : problem * batch_stride) + row * row_step +
               column * column_step;
    }
};

// A factor of type Wide, or its address on the device and its type there.
template <class Wide>
struct Factor {
    Wide value;
    const void* pointer;
    cudaDataType type;
};

enum class Activation : int { none, relu, gelu, gelu_gradient };

template <class Wide>
struct MatmulTask : cublas::Product {
    Matrix c, d;
    Factor<Wide> alpha, beta;
    const void* bias; // of each row, or null
    cudaDataType bias_type;
    std::int64_t bias_stride;
    Activation activation;
    Matrix auxiliary; // what the activation got: written, or read for its gradient; or none
    const float *scale_a, *scale_b, *scale_c, *scale_d; // each may be null, which is 1
    float* largest;                                     // of D before its scale, or null
};

template <class T>
__device__ T element(const void* data, std::int64_t at) {
    return static_cast<const T*>(data)[at];
}

// Number `at` of an array of the type.
template <class Wide>
__device__ Wide load(const void* data, std::int64_t at, cudaDataType type) {
    if constexpr (std::is_same_v<Wide, float>) {
        using cublas::convert;
        switch (type) {
        case CUDA_R_16F:
            return convert<float>(element<__half>(data, at));
        case CUDA_R_16BF:
            return convert<float>(element<__nv_bfloat16>(data, at));
        case CUDA_R_8I:
            return convert<float>(element<std::int8_t>(data, at));
        default:
            return element<float>(data, at);
        }
    } else {
        return element<Wide>(data, at);
    }
}

inline __device__ std::int8_t to_byte(float x) {
    return static_cast<std::int8_t>(fminf(fmaxf(rintf(x), -128), 127));
}

template <class Wide>
__device__ void store(void* data, std::int64_t at, cudaDataType type, Wide x) {
    if constexpr (std::is_same_v<Wide, float>) {
        using cublas::convert;
        switch (type) {
        case CUDA_R_16F:
            static_cast<__half*>(data)[at] = convert<__half>(x);
            return;
        case CUDA_R_16BF:
            static_cast<__nv_bfloat16*>(data)[at] = convert<__nv_bfloat16>(x);
            return;
        case CUDA_R_8F_E4M3:
            static_cast<__nv_fp8_e4m3*>(data)[at] = __nv_fp8_e4m3(x);
            return;
        case CUDA_R_8F_E5M2:
            static_cast<__nv_fp8_e5m2*>(data)[at] = __nv_fp8_e5m2(x);
            return;
        case CUDA_R_8I:
            static_cast<std::int8_t*>(data)[at] = to_byte(x);
            return;
        default:
            break;
        }
    }
    static_cast<Wide*>(data)[at] = x;
}

template <class Wide>
__device__ Wide get(const Factor<Wide>& factor) {
    return factor.pointer != nullptr ? load<Wide>(factor.pointer, 0, factor.type) : factor.value;
}
inline __device__ float get(const float* scale) { return scale != nullptr ? *scale : 1; }

// gelu with tanh, as NVIDIA's.
template <class Real>
__device__ Real activate(Activation activation, Real x) {
    if (activation == Activation::none) return x;
    if (activation == Activation::relu) return x < 0 ? 0 : x;       // NaN stays
    constexpr Real root = 0.79788456080286535588, cubic = 0.044715; // root of 2 / pi
    return Real{0.5} * x * (1 + tanh(root * fma(cubic * x * x, x, x)));
}

// The derivative of that.
template <class Real>
__device__ Real gelu_gradient(Real x) {
    constexpr Real root = 0.79788456080286535588, cubic = 0.044715;
    const Real t = tanh(root * fma(cubic * x * x, x, x));
    return Real{0.5} * (1 + t + x * (1 - t * t) * root * (1 + 3 * cubic * x * x));
}

template <class Wide>
struct Epilogue {
    const MatmulTask<Wide>& task;
    Wide alpha, beta;
    float scale_d;

    template <class Sum>
    __device__ void operator()(std::int64_t problem, std::int64_t row, std::int64_t column,
                               Sum sum) const {
        Wide x = cublas::multiply(alpha, cublas::convert<Wide>(sum));
        if (!cublas::is_zero(beta))
            x = cublas::multiply_add(beta,
                                     load<Wide>(task.c.of_problem(problem),
                                                task.c.at(problem, row, column), task.c.type),
                                     x);
        if constexpr (std::is_floating_point_v<Wide>) {
            if (task.bias != nullptr)
                x += load<Wide>(task.bias, problem * task.bias_stride + row, task.bias_type);
            const Matrix& between = task.auxiliary;
            const std::int64_t at = between.at(problem, row, column);
            if (task.activation == Activation::gelu_gradient) {
                x *= gelu_gradient(load<Wide>(between.data, at, between.type));
            } else {
                if (between.data != nullptr) store(between.data, at, between.type, x);
                x = activate(task.activation, x);
            }
        }
        if constexpr (std::is_same_v<Wide, float>) {
            if (task.largest != nullptr) // a float that is not negative is ordered as its bits
                atomicMax(reinterpret_cast<int*>(task.largest), __float_as_int(fabsf(x)));
            x *= scale_d;
        }
        store(task.d.of_problem(problem), task.d.at(problem, row, column), task.d.type, x);
    }
};

template <class InA, class InB, class Sum, class Wide>
__device__ void multiply(const MatmulTask<Wide>& task) {
    Epilogue<Wide> finish{task, get(task.alpha), get(task.beta), get(task.scale_d)};
    if constexpr (std::is_same_v<Wide, float>) {
        finish.alpha *= get(task.scale_a) * get(task.scale_b);
        if (!cublas::is_zero(finish.beta)) finish.beta *= get(task.scale_c);
    }
    cublas::multiply_tiles<InA, InB, Sum>(task, cublas::is_zero(finish.alpha) ? 0 : task.k, finish);
}

} // namespace vgpu::cublaslt
