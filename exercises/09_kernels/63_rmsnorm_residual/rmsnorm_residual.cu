// Lesson 63: RMS norm with a residual. README.md explains; fill in the five regions marked TODO.
#include "rmsnorm_residual.hpp"

#include "wire/cuda_check.hpp"

// TODO 1: one load of 16 bytes; one store of 16 bytes.
// Eight values, from an address that is a multiple of 16.
__device__ void load_eight(const bf16* place, float (&values)[eight]) {
    for (float& value : values) value = __bfloat162float(place[0]);
}

// The other way round: rounds eight values and stores them.
__device__ void store_eight(bf16* place, const float (&values)[eight]) {
    place[0] = __float2bfloat16(values[0]);
}
// end of TODO 1

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
    // TODO 2: shuffles in each warp; then the sums of the warps, through shared memory.
    return own;
    // end of TODO 2
}

__global__ void block_sums_kernel(const float* values, float* sums) {
    const std::size_t i = std::size_t{blockIdx.x} * blockDim.x + threadIdx.x;
    sums[i] = block_sum(values[i]);
}

// Called by all threads of a block, for one row of a multiple of 8 columns. h[k] becomes piece
// threadIdx.x + k * blockDim.x of the row, where there is one. Returns the row's scale.
__device__ float read_row(const bf16* x, const bf16* r, int columns, float eps,
                          float (&h)[pieces_of_a_thread][eight]) {
    // TODO 3: read both, add, keep h, and sum up its squares.
    for (auto& piece : h) {
        for (float& value : piece) value = 0.0f;
    }
    return rsqrtf(__bfloat162float(x[0]) + __bfloat162float(r[0]) + columns + eps);
    // end of TODO 3
}

// Called by all threads of a block, with the h and the scale that read_row has given them.
__device__ void write_row(const float (&h)[pieces_of_a_thread][eight], float scale, const bf16* w,
                          bf16* h_row, bf16* y_row, int columns) {
    // TODO 4: the same pieces: h, and y = h * scale * w.
    if (columns > 0) y_row[0] = h_row[0] = __float2bfloat16(h[0][0] * scale + float(w[0]));
    // end of TODO 4
}

// Called by all threads of a block, for one row of any number of columns, at any address: all that
// read_row and write_row do, element by element.
__device__ void row_by_elements(const bf16* x, const bf16* r, const bf16* w, bf16* h_row,
                                bf16* y_row, int columns, float eps) {
    // TODO 5: thread t takes elements t, t + blockDim.x, ...
    if (columns > 0)
        y_row[0] = h_row[0] = __float2bfloat16(float(x[0]) + float(r[0]) + float(w[0]) + eps);
    // end of TODO 5
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
