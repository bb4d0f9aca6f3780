// Lesson 62, given: uses your functors and your template, so that the checker has functions to
// call.
//
// Your file comes last: no macro in it can change what stands here. What your functors are is not
// known before, so all that makes them is a template.
#include "gemm_epilogue.hpp"
#include "given.hpp"
#include "wire/cuda_check.hpp"

// In your file.
struct Bias;
struct Residual;
struct Gelu;
template <class First, class Second>
struct Then;
template <class Op>
void gemm(const float* A, const float* B, float* C, int m, int n, int k, Op op);

struct Plus {
    float value;
    __device__ float operator()(float sum, int, int) const { return sum + value; }
};

struct Times {
    float factor;
    __device__ float operator()(float sum, int, int) const { return sum * factor; }
};

struct Place {
    __device__ float operator()(float sum, int row, int column) const {
        return sum + 100 * row + column;
    }
};

struct Counted {
    unsigned* calls;
    int columns;
    __device__ float operator()(float sum, int row, int column) const {
        atomicAdd(&calls[row * columns + column], 1u);
        return sum;
    }
};

struct AsItIs {
    __device__ float operator()(float sum, int, int) const { return sum; }
};

template <class Op>
__global__ void apply_kernel(const float* in, float* out, int rows, int columns, Op op) {
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < rows * columns) out[i] = op(in[i], i / columns, i % columns);
}

template <class Op, class... Parts>
void apply(const float* in, float* out, int rows, int columns, Parts... parts) {
    if (rows == 0 || columns == 0) return;
    apply_kernel<<<(rows * columns + 255) / 256, 256>>>(in, out, rows, columns, Op{parts...});
    check(cudaGetLastError());
}

void apply_bias(const float* in, const float* bias, float* out, int rows, int columns) {
    apply<Bias>(in, out, rows, columns, bias);
}

void apply_residual(const float* in, const float* residual, float* out, int rows, int columns) {
    apply<Residual>(in, out, rows, columns, residual, columns);
}

void apply_gelu(const float* in, float* out, int rows, int columns) {
    apply<Gelu>(in, out, rows, columns);
}

void apply_plus_times(const float* in, float* out, int rows, int columns) {
    apply<Then<Plus, Times>>(in, out, rows, columns, Plus{3.0f}, Times{2.0f});
}

template <class Op, class BiasOp, class ResidualOp>
void apply_three_of(const float* in, const float* bias, const float* residual, float* out, int rows,
                    int columns) {
    apply<Op>(in, out, rows, columns, Then<BiasOp, Times>{BiasOp{bias}, Times{2.0f}},
              ResidualOp{residual, columns});
}

void apply_three(const float* in, const float* bias, const float* residual, float* out, int rows,
                 int columns) {
    apply_three_of<Then<Then<Bias, Times>, Residual>, Bias, Residual>(in, bias, residual, out, rows,
                                                                      columns);
}

template <class First>
void apply_places_of(const float* in, float* out, int rows, int columns) {
    apply<Then<First, Place>>(in, out, rows, columns, First{Place{}, Times{2.0f}}, Place{});
}

void apply_places(const float* in, float* out, int rows, int columns) {
    apply_places_of<Then<Place, Times>>(in, out, rows, columns);
}

void gemm_counted(const float* A, const float* B, float* C, unsigned* calls, int m, int n, int k) {
    gemm(A, B, C, m, n, k, Counted{calls, n});
}

void gemm_behind_one(const float* A, const float* B, float* out, int m, int n, int k) {
    gemm(A, B, out + 1, m, n, k, AsItIs{});
}

void down_in_place(const float* y, const float* W, const float* bias, float* h, int m, int n,
                   int k) {
    down(y, W, bias, h, h, m, n, k);
}

#include WORKBOOK_LESSON_FILE
