// Lesson 63: RMS norm with a residual. README.md explains; fill in the five regions marked TODO.
#include "rmsnorm_residual.hpp"

#include "wire/cuda_check.hpp"

// Solution 1: one load of 16 bytes, then four words of two bfloat16 each. The array of pairs stays
// in registers: all its indices are known when the loop is unrolled.
// Eight values, from an address that is a multiple of 16.
__device__ void load_eight(const bf16* place, float (&values)[eight]) {
    const uint4 piece = *reinterpret_cast<const uint4*>(place);
    const auto* pairs = reinterpret_cast<const __nv_bfloat162*>(&piece);
#pragma unroll
    for (int i = 0; i < eight / 2; ++i) {
        const float2 both = __bfloat1622float2(pairs[i]);
        values[2 * i] = both.x;
        values[2 * i + 1] = both.y;
    }
}

// The other way round: rounds eight values and stores them.
__device__ void store_eight(bf16* place, const float (&values)[eight]) {
    uint4 piece;
    auto* pairs = reinterpret_cast<__nv_bfloat162*>(&piece);
#pragma unroll
    for (int i = 0; i < eight / 2; ++i) {
        pairs[i] = __floats2bfloat162_rn(values[2 * i], values[2 * i + 1]);
    }
    *reinterpret_cast<uint4*>(place) = piece;
}
// end of Solution 1

// Given: piece number i for thread i.
__global__ void add_kernel(const bf16* x, const bf16* r, bf16* h, std::size_t n) {
    const std::size_t first = (std::size_t{blockIdx.x} * blockDim.x + threadIdx.x) * eight;
    if (first >= n) return;
    float own[eight], other[eight];
    load_eight(x + first, own);
    load_eight(r + first, other);
    for (int i = 0; i < eight; ++i) own[i] += other[i];
    store_eight(h + first, own);
}

// Called once by all threads of a block, of 1 to 32 whole warps: the sum of what they bring, for
// all of them.
__device__ float block_sum(float own) {
    // Solution 2: lanes first, then warps. Lane i of each warp takes the sum of warp i, so that all
    // warps have the result, in the same order and to the last bit.
    __shared__ float sums[32];
    const int lane = threadIdx.x % 32, warps = blockDim.x / 32;
    for (int distance = 16; distance > 0; distance /= 2) {
        own += __shfl_xor_sync(0xffffffff, own, distance);
    }
    if (lane == 0) sums[threadIdx.x / 32] = own;
    __syncthreads();
    own = lane < warps ? sums[lane] : 0.0f;
    for (int distance = 16; distance > 0; distance /= 2) {
        own += __shfl_xor_sync(0xffffffff, own, distance);
    }
    return own;
    // end of Solution 2
}

__global__ void block_sums_kernel(const float* values, float* sums) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    sums[i] = block_sum(values[i]);
}

// Called by all threads of a block, for one row of a multiple of 8 columns. h[k] becomes piece
// threadIdx.x + k * blockDim.x of the row, where there is one. Returns the row's scale.
__device__ float read_row(const bf16* x, const bf16* r, int columns, float eps,
                          float (&h)[pieces_of_a_thread][eight]) {
    // Solution 3: neighbouring threads take neighbouring pieces. What a thread has read stays in
    // its registers: after the sum nothing is read again. A thread without a piece adds nothing,
    // and comes to block_sum all the same.
    float squares = 0.0f;
#pragma unroll
    for (int k = 0; k < pieces_of_a_thread; ++k) {
        const int first = (threadIdx.x + k * blockDim.x) * eight;
        if (first >= columns) continue;
        float other[eight];
        load_eight(x + first, h[k]);
        load_eight(r + first, other);
#pragma unroll
        for (int i = 0; i < eight; ++i) {
            h[k][i] += other[i];
            squares += h[k][i] * h[k][i];
        }
    }
    return rsqrtf(block_sum(squares) / columns + eps);
    // end of Solution 3
}

// Called by all threads of a block, with the h and the scale that read_row has given them.
__device__ void write_row(const float (&h)[pieces_of_a_thread][eight], float scale, const bf16* w,
                          bf16* h_row, bf16* y_row, int columns) {
    // Solution 4: the same pieces again. h is rounded by store_eight, on its way out: y is made of
    // the h that is not.
#pragma unroll
    for (int k = 0; k < pieces_of_a_thread; ++k) {
        const int first = (threadIdx.x + k * blockDim.x) * eight;
        if (first >= columns) continue;
        float y[eight];
        load_eight(w + first, y);
#pragma unroll
        for (int i = 0; i < eight; ++i) {
            y[i] *= h[k][i] * scale;
        }
        store_eight(h_row + first, h[k]);
        store_eight(y_row + first, y);
    }
    // end of Solution 4
}

// Called by all threads of a block, for one row of any number of columns, at any address: all that
// read_row and write_row do, element by element.
__device__ void row_by_elements(const bf16* x, const bf16* r, const bf16* w, bf16* h_row,
                                bf16* y_row, int columns, float eps) {
    // Solution 5: 2 bytes at a time, neighbours by neighbours: each row begins at another place
    // between two multiples of 16. Unrolled, the loops have indices of h that are known, and h
    // stays in registers.
    constexpr int most = pieces_of_a_thread * eight;
    float h[most], squares = 0.0f;
#pragma unroll
    for (int k = 0; k < most; ++k) {
        const int i = threadIdx.x + k * blockDim.x;
        if (i >= columns) continue;
        h[k] = __bfloat162float(x[i]) + __bfloat162float(r[i]);
        squares += h[k] * h[k];
    }
    const float scale = rsqrtf(block_sum(squares) / columns + eps);
#pragma unroll
    for (int k = 0; k < most; ++k) {
        const int i = threadIdx.x + k * blockDim.x;
        if (i >= columns) continue;
        h_row[i] = __float2bfloat16(h[k]);
        y_row[i] = __float2bfloat16(h[k] * scale * __bfloat162float(w[i]));
    }
    // end of Solution 5
}

// A block for each row. The bounds tell the compiler that a block may have 1024 threads, which have
// 64 registers each and no more.
__global__ void __launch_bounds__(most_threads)
    inverse_rms_kernel(const bf16* x, const bf16* r, int columns, float eps, float* scales) {
    const std::size_t begin = std::size_t{blockIdx.x} * columns;
    float h[pieces_of_a_thread][eight];
    const float scale = read_row(x + begin, r + begin, columns, eps, h);
    if (threadIdx.x == 0) scales[blockIdx.x] = scale;
}

__global__ void __launch_bounds__(most_threads)
    rmsnorm_kernel(const bf16* x, const bf16* r, const bf16* w, bf16* h_out, bf16* y, int columns,
                   float eps) {
    const std::size_t begin = std::size_t{blockIdx.x} * columns;
    float h[pieces_of_a_thread][eight];
    const float scale = read_row(x + begin, r + begin, columns, eps, h);
    write_row(h, scale, w, h_out + begin, y + begin, columns);
}

__global__ void __launch_bounds__(most_threads)
    rmsnorm_elements_kernel(const bf16* x, const bf16* r, const bf16* w, bf16* h_out, bf16* y,
                            int columns, float eps) {
    const std::size_t begin = std::size_t{blockIdx.x} * columns;
    row_by_elements(x + begin, r + begin, w, h_out + begin, y + begin, columns, eps);
}

void add(const bf16* x, const bf16* r, bf16* h, std::size_t n) {
    if (n == 0) return;
    constexpr std::size_t elements_of_a_block = 256 * eight;
    const std::size_t blocks = (n + elements_of_a_block - 1) / elements_of_a_block;
    add_kernel<<<static_cast<unsigned>(blocks), 256>>>(x, r, h, n);
    check(cudaGetLastError());
}

void block_sums(const float* values, int threads, int blocks, float* sums) {
    if (blocks == 0) return;
    block_sums_kernel<<<blocks, threads>>>(values, sums);
    check(cudaGetLastError());
}

void inverse_rms(const bf16* x, const bf16* r, std::size_t rows, int columns, float eps,
                 float* scales) {
    if (rows == 0) return;
    inverse_rms_kernel<<<static_cast<unsigned>(rows), threads_for(columns)>>>(x, r, columns, eps,
                                                                              scales);
    check(cudaGetLastError());
}

void rmsnorm_residual(const bf16* x, const bf16* r, const bf16* w, bf16* h, bf16* y,
                      std::size_t rows, int columns, float eps) {
    if (rows == 0) return;
    const auto kernel = columns % eight == 0 ? rmsnorm_kernel : rmsnorm_elements_kernel;
    kernel<<<static_cast<unsigned>(rows), threads_for(columns)>>>(x, r, w, h, y, columns, eps);
    check(cudaGetLastError());
}
