// Accepted: own kernels: dynamic shared memory, cooperative groups, an object for the filter
#include "conv2d.hpp"

#include "wire/cuda_check.hpp"

#include <cooperative_groups.h>
#include <vector>

namespace cg = cooperative_groups;

struct Work {
    const float* image;
    int height, width, rows, columns, ay, ax;
};

__constant__ float weights[15][15];

void bring(const float* filter, int rows, int columns, bool turned) {
    std::vector<float> padded(15 * 15);
    for (int j = 0; j < rows; ++j)
        for (int i = 0; i < columns; ++i)
            padded[j * 15 + i] = turned ? filter[(rows - 1 - j) * columns + columns - 1 - i] : filter[j * columns + i];
    check(cudaMemcpyToSymbol(weights, padded.data(), padded.size() * sizeof(float)));
}

__device__ float at(const Work& w, int y, int x) {
    if (y < 0 || x < 0 || y >= w.height || x >= w.width) return 0;
    return w.image[y * w.width + x];
}

__global__ void looking(Work w, const int* ys, const int* xs, int n, float* values) {
    const auto k = cg::this_grid().thread_rank();
    if (k < n) values[k] = at(w, ys[k], xs[k]);
}

__global__ void plain(Work w, float* out) {
    const int x = static_cast<int>(blockIdx.x * 64 + threadIdx.x);
    for (int y = static_cast<int>(blockIdx.y * 4 + threadIdx.y); y < w.height; y += static_cast<int>(gridDim.y * 4)) {
        if (x >= w.width) return;
        float sum = 0;
        for (int j = 0; j < w.rows; ++j)
            for (int i = 0; i < w.columns; ++i) sum += weights[j][i] * at(w, y + j - w.ay, x + i - w.ax);
        out[y * w.width + x] = sum;
    }
}

__device__ void bring_tile(const Work& w, int by, int bx, float* tile) {
    const int rows = 64 + w.rows - 1, columns = 32 + w.columns - 1;
    for (int r = static_cast<int>(threadIdx.y); r < rows; r += 8)
        for (int c = static_cast<int>(threadIdx.x); c < columns; c += 32)
            tile[r * columns + c] = at(w, by * 64 + r - w.ay, bx * 32 + c - w.ax);
    cg::this_thread_block().sync();
}

__global__ void by_tiles(Work w, float* out) {
    extern __shared__ float tile[];
    const int columns = 32 + w.columns - 1;
    const int by = static_cast<int>(blockIdx.y), bx = static_cast<int>(blockIdx.x);
    const int t_x = static_cast<int>(threadIdx.x);
    bring_tile(w, by, bx, tile);
    if (bx * 32 + t_x >= w.width) return;
    for (int r = static_cast<int>(threadIdx.y); r < 64 && by * 64 + r < w.height; r += 8) {
        float sum = 0;
        for (int j = 0; j < w.rows; ++j)
            for (int i = 0; i < w.columns; ++i) sum += weights[j][i] * tile[(r + j) * columns + t_x + i];
        out[(by * 64 + r) * w.width + bx * 32 + t_x] = sum;
    }
}

__global__ void show_tile(Work w, int by, int bx, float* out) {
    extern __shared__ float tile[];
    bring_tile(w, by, bx, tile);
    const auto block = cg::this_thread_block();
    const unsigned places = (64 + w.rows - 1) * (32 + w.columns - 1);
    for (unsigned k = block.thread_rank(); k < places; k += block.size()) out[k] = tile[k];
}

Work work_of(const float* image, int height, int width, int rows, int columns) {
    return {image, height, width, rows, columns, (rows - 1) / 2, (columns - 1) / 2};
}
std::size_t bytes_of(const Work& w) { return (64 + w.rows - 1) * (32 + w.columns - 1) * sizeof(float); }

void look(const float* image, int height, int width, const int* ys, const int* xs, int n, float* values) {
    if (n < 1) return;
    looking<<<(n + 63) / 64, 64>>>(work_of(image, height, width, 1, 1), ys, xs, n, values);
    check(cudaGetLastError());
}

void correlate_naive(const float* image, int height, int width, const float* filter, int filter_height,
                     int filter_width, float* out) {
    if (height == 0 || width == 0) return;
    bring(filter, filter_height, filter_width, false);
    const int rows = (height + 3) / 4;
    plain<<<dim3((width + 63) / 64, rows < 60000 ? rows : 60000), dim3(64, 4)>>>(
        work_of(image, height, width, filter_height, filter_width), out);
    check(cudaGetLastError());
}

void load_tile(const float* image, int height, int width, int filter_height, int filter_width, int by, int bx,
               float* tile) {
    const Work w = work_of(image, height, width, filter_height, filter_width);
    show_tile<<<1, dim3(32, 8), bytes_of(w)>>>(w, by, bx, tile);
    check(cudaGetLastError());
}

void run(Work w, float* out) {
    by_tiles<<<dim3((w.width + 31) / 32, (w.height + 63) / 64), dim3(32, 8), bytes_of(w)>>>(w, out);
    check(cudaGetLastError());
}

void correlate(const float* image, int height, int width, const float* filter, int filter_height, int filter_width,
               float* out) {
    if (height == 0 || width == 0) return;
    bring(filter, filter_height, filter_width, false);
    run(work_of(image, height, width, filter_height, filter_width), out);
}

void convolve(const float* image, int height, int width, const float* filter, int filter_height, int filter_width,
              float* out) {
    if (height == 0 || width == 0) return;
    bring(filter, filter_height, filter_width, true);
    Work w = work_of(image, height, width, filter_height, filter_width);
    w.ay = filter_height / 2;
    w.ax = filter_width / 2;
    run(w, out);
}
