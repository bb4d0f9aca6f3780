// Lesson 47: softmax in one pass. README.md explains; fill in the five regions marked TODO.
#include "online_softmax.hpp"

#include "wire/cuda_check.hpp"

#include <cmath>

// Called by one thread for one row.
__device__ void three_passes(const float* x, float* weights, int columns) {
    // Solution 1: with the maximum taken off, no exponent is above 0 and at least one is 0: no
    // overflow, and a sum of at least 1. Where all values are minus infinity there is no such one.
    float maximum = -INFINITY;
    for (int i = 0; i < columns; ++i) {
        maximum = fmaxf(maximum, x[i]);
    }
    float sum = 0.0f;
    for (int i = 0; i < columns; ++i) {
        sum += maximum == -INFINITY ? 0.0f : expf(x[i] - maximum);
    }
    for (int i = 0; i < columns; ++i) {
        weights[i] = maximum == -INFINITY ? 0.0f : expf(x[i] - maximum) / sum;
    }
    // end of Solution 1
}

__global__ void three_passes_kernel(const float* input, float* output, int rows, int columns) {
    const int row = blockIdx.x * threads_per_block + threadIdx.x;
    if (row >= rows) return;
    three_passes(input + row * columns, output + row * columns, columns);
}

void softmax_rows(const float* input, float* output, int rows, int columns) {
    if (rows == 0 || columns == 0) return;
    const int blocks = (rows + threads_per_block - 1) / threads_per_block;
    three_passes_kernel<<<blocks, threads_per_block>>>(input, output, rows, columns);
    check(cudaGetLastError());
}

// The state of the values of `state` and of x.
__device__ State with_value(State state, float x) {
    // Solution 2: the old sum counts from the old maximum; a factor makes it count from the new
    // one. One exponential is enough: of the two factors, one is 1. Minus infinity adds nothing,
    // and is kept away from the difference of two infinities.
    if (x == -INFINITY) return state;
    if (x <= state.maximum) return {state.maximum, state.sum + expf(x - state.maximum)};
    return {x, state.sum * expf(state.maximum - x) + 1.0f};
    // end of Solution 2
}

__global__ void online_kernel(const float* input, int rows, int columns, int upto, State* states) {
    const int row = blockIdx.x * threads_per_block + threadIdx.x;
    if (row >= rows) return;
    const float* x = input + row * columns;
    State state{-INFINITY, 0.0f};
    for (int i = 0; i < upto; ++i) {
        state = with_value(state, x[i]);
    }
    states[row] = state;
}

void online_states(const float* input, int rows, int columns, int upto, State* states) {
    if (rows == 0) return;
    const int blocks = (rows + threads_per_block - 1) / threads_per_block;
    online_kernel<<<blocks, threads_per_block>>>(input, rows, columns, upto, states);
    check(cudaGetLastError());
}

// The state of the values of a and those of b together.
__host__ __device__ State merge(State a, State b) {
    // Solution 3: each sum gets the factor that makes it count from the larger maximum. A side
    // without values has the sum 0 and the factor exp(-infinity), 0; if both are so, the factors
    // would be NaN.
    const float maximum = fmaxf(a.maximum, b.maximum);
    if (maximum == -INFINITY) return {maximum, 0.0f};
    return {maximum, a.sum * expf(a.maximum - maximum) + b.sum * expf(b.maximum - maximum)};
    // end of Solution 3
}

State merge_on_host(State a, State b) { return merge(a, b); }

// Called by all threads of a block, for one row: the row's state, for all of them.
__device__ State row_state(const float* x, int columns) {
    // Solution 4: neighbouring threads take neighbouring values; a thread without any keeps the
    // state of no values. Then the tree of lesson 38. Unrolled, the loop asks memory for four
    // values before it works on the first.
    __shared__ State states[threads_per_block];
    State own{-INFINITY, 0.0f};
#pragma unroll 4
    for (int i = threadIdx.x; i < columns; i += threads_per_block) {
        own = with_value(own, x[i]);
    }
    states[threadIdx.x] = own;
    for (int half = threads_per_block / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half) {
            states[threadIdx.x] = merge(states[threadIdx.x], states[threadIdx.x + half]);
        }
    }
    __syncthreads();
    return states[0];
    // end of Solution 4
}

__global__ void row_states_kernel(const float* input, int columns, State* states) {
    const State state = row_state(input + blockIdx.x * columns, columns);
    if (threadIdx.x == threads_per_block - 1) { // all threads have it, also the last one
        states[blockIdx.x] = state;
    }
}

void row_states(const float* input, int rows, int columns, State* states) {
    if (rows == 0) return;
    row_states_kernel<<<rows, threads_per_block>>>(input, columns, states);
    check(cudaGetLastError());
}

// Called by all threads of a block, for one row.
__device__ void softmax_of_row(const float* x, float* weights, int columns) {
    // Solution 5: the values are read a second time; the row's state is the same for all threads.
    // A sum of 0 means that there is nothing but minus infinities.
    const State state = row_state(x, columns);
    for (int i = threadIdx.x; i < columns; i += threads_per_block) {
        weights[i] = state.sum == 0.0f ? 0.0f : expf(x[i] - state.maximum) / state.sum;
    }
    // end of Solution 5
}

__global__ void softmax_kernel(const float* input, float* output, int columns) {
    const int begin = blockIdx.x * columns;
    softmax_of_row(input + begin, output + begin, columns);
}

void softmax(const float* input, float* output, int rows, int columns) {
    if (rows == 0 || columns == 0) return;
    softmax_kernel<<<rows, threads_per_block>>>(input, output, columns);
    check(cudaGetLastError());
}
