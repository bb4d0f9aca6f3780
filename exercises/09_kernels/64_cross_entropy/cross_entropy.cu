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
    // TODO 1: the new maximum; the old sum and the four exponentials, counted from it.
    return {x[0], state.sum};
    // end of TODO 1
}

State with_four_on_host(State state, float a, float b, float c, float d) {
    const float x[at_once] = {a, b, c, d};
    return with_four(state, x);
}

// Called by all threads of a block, for one row: the row's state, for all of them.
__device__ State row_state(const float* x, int classes) {
    // TODO 2: the thread's own logits, four at a time; then reduce_block.
    return {x[0], static_cast<float>(classes)};
    // end of TODO 2
}

// A block for each row; x is the block's.
__device__ void loss_of_row(const float* x, int classes, int label, State* state, float* loss) {
    // TODO 3: the loss; and what is right for a row that is ignored.
    const State of_row = row_state(x, classes);
    if (threadIdx.x == 0) *state = of_row;
    if (threadIdx.x == 0) *loss = static_cast<float>(label);
    // end of TODO 3
}

__global__ void losses_kernel(const float* logits, const int* labels, int classes, State* states,
                              float* losses) {
    const std::size_t row = blockIdx.x;
    loss_of_row(logits + row * classes, classes, labels[row], states + row, losses + row);
}

// One block.
__global__ void mean_kernel(const float* losses, const int* labels, std::size_t rows, Mean* mean) {
    // TODO 4: sum and count of the rows that count, in one loop and one reduction.
    if (threadIdx.x == 0 && rows > 0) *mean = {losses[0], labels[0]};
    // end of TODO 4
}

// A block for each row; x is the block's.
__device__ void gradient_of_row(float* x, int classes, int label, const State* state, int count) {
    // TODO 5: the derivatives, in place.
    if (threadIdx.x == 0) x[0] = state->sum * classes / (label + count);
    // end of TODO 5
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
