// Lesson 64: cross-entropy and its gradient. README.md explains; fill in the five regions marked
// TODO.
#include "cross_entropy.hpp"

#include "wire/cuda_check.hpp"

#include <cmath>
#include <cstring>

// Given: the state of the logits of a and those of b together (lesson 47).
__host__ __device__ State merge(State a, State b) {
    const float maximum = fmaxf(a.maximum, b.maximum);
    if (maximum == -INFINITY) return {maximum, 0.0f};
    return {maximum, a.sum * expf(a.maximum - maximum) + b.sum * expf(b.maximum - maximum)};
}

// Given: all threads of a block call it once, each brings 8 bytes, and all get what `both` makes of
// them (lessons 39, 40).
template <typename T, typename Op>
__device__ T reduce_block(T own, Op both) {
    static_assert(sizeof(T) == sizeof(unsigned long long));
    __shared__ T of_warps[threads_per_block / 32];
    for (int distance = 16; distance > 0; distance /= 2) {
        unsigned long long bits;
        memcpy(&bits, &own, sizeof bits);
        bits = __shfl_xor_sync(0xffffffff, bits, distance);
        T other;
        memcpy(&other, &bits, sizeof bits);
        own = both(own, other);
    }
    if (threadIdx.x % 32 == 0) of_warps[threadIdx.x / 32] = own;
    __syncthreads();
    own = of_warps[0];
    for (int warp = 1; warp < threads_per_block / 32; ++warp) own = both(own, of_warps[warp]);
    return own;
}

// The state of what `state` knows and of four logits more.
__host__ __device__ State with_four(State state, const float (&x)[at_once]) {
    // Solution 1: one new maximum for all four, so the old sum is rescaled once, not four times.
    // Where that is minus infinity there was nothing else, and no difference may be made of it.
    const float of_four = fmaxf(fmaxf(x[0], x[1]), fmaxf(x[2], x[3]));
    const float maximum = fmaxf(state.maximum, of_four);
    if (maximum == -INFINITY) return state;
    const float sum = (expf(x[0] - maximum) + expf(x[1] - maximum)) +
                      (expf(x[2] - maximum) + expf(x[3] - maximum));
    return {maximum, state.sum * expf(state.maximum - maximum) + sum};
    // end of Solution 1
}

State with_four_on_host(State state, float a, float b, float c, float d) {
    const float x[at_once] = {a, b, c, d};
    return with_four(state, x);
}

// Called by all threads of a block, for one row: the row's state, for all of them.
__device__ State row_state(const float* x, int classes) {
    // Solution 2: four logits that lie a block's length apart, so that each load is one of
    // neighbours by neighbours, and four of them are under way at a time. Behind the end of the row
    // there is minus infinity, which adds nothing.
    State own{-INFINITY, 0.0f};
    for (int first = threadIdx.x; first < classes; first += at_once * threads_per_block) {
        float four[at_once];
#pragma unroll
        for (int k = 0; k < at_once; ++k) {
            const int c = first + k * threads_per_block;
            four[k] = c < classes ? x[c] : -INFINITY;
        }
        own = with_four(own, four);
    }
    return reduce_block(own, merge);
    // end of Solution 2
}

// A block for each row; x is the block's.
__device__ void loss_of_row(const float* x, int classes, int label, State* state, float* loss) {
    // Solution 3: all threads of a block leave together where the row is ignored. The maximum and
    // the label's logit are subtracted first: both may be large, and their difference small.
    if (label == ignored) {
        if (threadIdx.x == 0) *loss = 0.0f;
        return;
    }
    const State of_row = row_state(x, classes);
    if (threadIdx.x == 0) {
        *state = of_row;
        *loss = logf(of_row.sum) + (of_row.maximum - x[label]);
    }
    // end of Solution 3
}

__global__ void losses_kernel(const float* logits, const int* labels, int classes, State* states,
                              float* losses) {
    const std::size_t row = blockIdx.x;
    loss_of_row(logits + row * classes, classes, labels[row], states + row, losses + row);
}

// One block.
__global__ void mean_kernel(const float* losses, const int* labels, std::size_t rows, Mean* mean) {
    // Solution 4: sum and count are one value of 8 bytes, reduced together. The division comes
    // last, and only if there is something to divide by.
    Mean own{0.0f, 0};
#pragma unroll 4
    for (std::size_t r = threadIdx.x; r < rows; r += threads_per_block) {
        const bool counts = labels[r] != ignored;
        const float loss = losses[r];
        if (counts) own = {own.loss + loss, own.count + 1};
    }
    own = reduce_block(own, [](Mean a, Mean b) {
        return Mean{a.loss + b.loss, a.count + b.count};
    });
    if (own.count > 0) own.loss /= static_cast<float>(own.count);
    if (threadIdx.x == 0) *mean = own;
    // end of Solution 4
}

// A block for each row; x is the block's.
__device__ void gradient_of_row(float* x, int classes, int label, const State* state, int count) {
    // Solution 5: a row that is ignored gets zeros, whatever stands in it: 0 times NaN is NaN. In
    // the others the factor is the same for all classes, and four logits are read before the first
    // of them is overwritten.
    if (label == ignored) {
        for (int c = threadIdx.x; c < classes; c += threads_per_block) x[c] = 0.0f;
        return;
    }
    const float part = 1.0f / static_cast<float>(count);
    const float factor = part / state->sum, maximum = state->maximum;
    for (int first = threadIdx.x; first < classes; first += at_once * threads_per_block) {
        float four[at_once];
#pragma unroll
        for (int k = 0; k < at_once; ++k) {
            const int c = first + k * threads_per_block;
            if (c < classes) four[k] = x[c];
        }
#pragma unroll
        for (int k = 0; k < at_once; ++k) {
            const int c = first + k * threads_per_block;
            const float share = expf(four[k] - maximum) * factor;
            if (c < classes) x[c] = c == label ? share - part : share;
        }
    }
    // end of Solution 5
}

__global__ void gradient_kernel(float* logits, const int* labels, const State* states,
                                const Mean* mean, int classes) {
    const std::size_t row = blockIdx.x;
    gradient_of_row(logits + row * classes, classes, labels[row], states + row, mean->count);
}

static void launch_losses(const float* logits, const int* labels, std::size_t rows, int classes,
                          State* states, float* losses) {
    if (rows == 0) return;
    losses_kernel<<<static_cast<unsigned>(rows), threads_per_block>>>(logits, labels, classes,
                                                                      states, losses);
    check(cudaGetLastError());
}

static void launch_mean(const float* losses, const int* labels, std::size_t rows, Mean* mean) {
    mean_kernel<<<1, threads_per_block>>>(losses, labels, rows, mean);
    check(cudaGetLastError());
}

static void launch_gradient(float* logits, const int* labels, const State* states, const Mean* mean,
                            std::size_t rows, int classes) {
    if (rows == 0) return;
    gradient_kernel<<<static_cast<unsigned>(rows), threads_per_block>>>(logits, labels, states,
                                                                        mean, classes);
    check(cudaGetLastError());
}

void row_losses(const float* logits, const int* labels, std::size_t rows, int classes,
                State* states, float* losses) {
    launch_losses(logits, labels, rows, classes, states, losses);
}

void mean_loss(const float* losses, const int* labels, std::size_t rows, Mean* mean) {
    launch_mean(losses, labels, rows, mean);
}

void gradient(float* logits, const int* labels, const State* states, const Mean* mean,
              std::size_t rows, int classes) {
    launch_gradient(logits, labels, states, mean, rows, classes);
}

void cross_entropy(float* logits, const int* labels, std::size_t rows, int classes, State* states,
                   float* losses, Mean* mean) {
    launch_losses(logits, labels, rows, classes, states, losses);
    launch_mean(losses, labels, rows, mean);
    launch_gradient(logits, labels, states, mean, rows, classes);
}
