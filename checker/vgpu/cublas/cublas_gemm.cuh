// The product of two matrices, by tiles in shared memory: what gemm, symm, syrk and their relatives
// launch, and cublasLtMatmul. A sum runs over k upwards, one fused multiply-add after the other, in
// the type Sum; then alpha and beta.
#pragma once

#include "vgpu/cublas/number.cuh"

#include <type_traits>

namespace vgpu::cublas {

// Which elements of a matrix lie in memory, or are to be written.
enum class Stored : int { all, lower, upper };

// op(X), in each problem of a batch.
struct Operand {
    const void* data = nullptr; // of the first problem; the others lie `stride` elements apart
    const void* const* array = nullptr; // or: each problem's, on the device
    std::int64_t leading = 0;
    std::int64_t stride = 0;
    bool transposed = false;
    bool conjugated = false;
    Stored stored = Stored::all; // lower, upper: symmetric
    bool hermitian = false;

    template <class T>
    __device__ const T* of_problem(std::int64_t problem) const {
        return array != nullptr ? static_cast<const T*>(array[problem])
                                : static_cast<const T*>(data) + problem * stride;
    }

    // Element (i, j) of op(X) as a Sum.
    template <class Sum, class T>
    __device__ Sum read(const T* matrix, std::int64_t i, std::int64_t j) const {
        bool conjugate = conjugated;
        bool swap = transposed;
        if (stored != Stored::all) {
            const bool is_lower = swap ? j >= i : i >= j;
            const bool is_mirrored = is_lower != (stored == Stored::lower) && i != j;
            swap ^= is_mirrored;
            conjugate ^= is_mirrored && hermitian;
        }
        const T value = swap ? matrix[j + i * leading] : matrix[i + j * leading];
        Sum result = convert<Sum>(value);
        if constexpr (!std::is_same_v<Sum, Real<Sum>>)
            if (hermitian && i == j) result.im = 0;
        return conjugate_if(conjugate, result);
    }
};

struct Product {
    std::int64_t m, n, k, problems;
    Operand a, b;
};

template <class Scale>
struct GemmTask : Product {
    void* c;
    void* const* c_array;
    std::int64_t c_leading, c_stride;
    Stored written;
    Scalar<Scale> alpha, beta;
};

inline constexpr int tile = 64, depth = 16; // a block's part of C, and how much of k at a time
inline constexpr int side = 16,
                     each = tile / side; // side * side threads, each * each elements for each

// Writes alpha * sum + beta * old, where C is only read if beta asks for it.
template <class Out, class Sum, class Scale>
struct Finish {
    const GemmTask<Scale>& task;
    Sum alpha, beta;

    __device__ void operator()(std::int64_t problem, std::int64_t row, std::int64_t column,
                               Sum sum) const {
        if (task.written == Stored::lower && row < column) return;
        if (task.written == Stored::upper && row > column) return;
        Out* const c = task.c_array != nullptr
                           ? static_cast<Out*>(task.c_array[problem])
                           : static_cast<Out*>(task.c) + problem * task.c_stride;
        Out& element = c[row + column * task.c_leading];
        Sum value = multiply(alpha, sum);
        if (!is_zero(beta)) value = multiply_add(beta, convert<Sum>(element), value);
        element = convert<Out>(value);
    }
};

// A block's tile of each problem: `finish` gets the problem, the row, the column and the sum. A
// product of no depth reads no operand.
template <class InA, class InB, class Sum, class Use>
__device__ void multiply_tiles(const Product& task, std::int64_t k, const Use& finish) {
    __shared__ Sum of_a[depth][tile + 1], of_b[depth][tile + 1];
    const int thread = threadIdx.x, row = thread % side, column = thread / side;
    const std::int64_t top = std::int64_t{blockIdx.x} * tile,
                       left = std::int64_t{blockIdx.y} * tile;
    for (std::int64_t problem = blockIdx.z; problem < task.problems; problem += gridDim.z) {
        const InA* const a = k > 0 ? task.a.template of_problem<InA>(problem) : nullptr;
        const InB* const b = k > 0 ? task.b.template of_problem<InB>(problem) : nullptr;
        Sum sums[each][each] = {};
        for (std::int64_t begin = 0; begin < k; begin += depth) {
            for (int at = thread; at < tile * depth; at += side * side) {
                // Neighbours in memory are read by neighbours in the warp.
                const int i = task.a.transposed ? at / depth : at % tile;
                const int ka = task.a.transposed ? at % depth : at / tile;
                of_a[ka][i] = top + i < task.m && begin + ka < k
                                  ? task.a.template read<Sum>(a, top + i, begin + ka)
                                  : Sum{};
                const int j = task.b.transposed ? at % tile : at / depth;
                const int kb = task.b.transposed ? at / tile : at % depth;
                of_b[kb][j] = left + j < task.n && begin + kb < k
                                  ? task.b.template read<Sum>(b, begin + kb, left + j)
                                  : Sum{};
            }
            __syncthreads();
#pragma unroll
            for (int step = 0; step < depth; ++step) {
                Sum from_a[each], from_b[each];
                for (int i = 0; i < each; ++i) from_a[i] = of_a[step][row + i * side];
                for (int j = 0; j < each; ++j) from_b[j] = of_b[step][column + j * side];
                for (int i = 0; i < each; ++i)
                    for (int j = 0; j < each; ++j)
                        sums[i][j] = multiply_add(from_a[i], from_b[j], sums[i][j]);
            }
            __syncthreads();
        }
#pragma unroll
        for (int j = 0; j < each; ++j)
#pragma unroll
            for (int i = 0; i < each; ++i) {
                const std::int64_t at_row = top + row + i * side,
                                   at_column = left + column + j * side;
                if (at_row < task.m && at_column < task.n)
                    finish(problem, at_row, at_column, sums[i][j]);
            }
    }
}

template <class In, class Out, class Sum, class Scale>
__device__ void multiply_matrices(const GemmTask<Scale>& task) {
    const std::int64_t top = std::int64_t{blockIdx.x} * tile,
                       left = std::int64_t{blockIdx.y} * tile;
    if (task.written == Stored::lower && left > top + tile - 1) return;
    if (task.written == Stored::upper && top > left + tile - 1) return;
    const Sum alpha = convert<Sum>(task.alpha.get()), beta = convert<Sum>(task.beta.get());
    multiply_tiles<In, In, Sum>(task, is_zero(alpha) ? 0 : task.k,
                                Finish<Out, Sum, Scale>{task, alpha, beta});
}

} // namespace vgpu::cublas
