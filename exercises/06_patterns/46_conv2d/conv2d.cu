// Lesson 46: filters in two dimensions. README.md explains; fill in the five regions marked TODO.
#include "conv2d.hpp"

#include "wire/cuda_check.hpp"

// The filter, in constant memory (lesson 19), row after row: element (j, i) is
// coefficients[j * filter.width + i].
__constant__ float coefficients[largest_side * largest_side];

struct Image {
    const float* pixels;
    int height, width;
};

struct Filter {
    int height, width;
    int ay, ax; // the anchor
};
Filter filter_of(int height, int width) {
    return {height, width, anchor_of(height), anchor_of(width)};
}

// Brings the filter into constant memory: when it returns, the host's array has been read.
void bring_filter(const float* filter, int height, int width) {
    check(cudaMemcpyToSymbol(coefficients, filter, height * width * sizeof(float)));
}

// Pixel (y, x); 0 outside of the image.
__device__ float pixel(Image image, int y, int x) {
    // TODO 1: on each of the four sides of the image there is nothing but zeros.
    return image.pixels[y * 0 + x * 0];
    // end of TODO 1
}

__global__ void look_kernel(Image image, const int* ys, const int* xs, int n, float* values) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n) values[k] = pixel(image, ys[k], xs[k]);
}

__global__ void naive_kernel(Image image, Filter filter, float* out) {
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= image.height || x >= image.width) return;
    // TODO 2: the sum over all elements of the filter; `pixel` and `coefficients` give what it takes.
    out[y * image.width + x] = coefficients[filter.ay] * pixel(image, y, x);
    // end of TODO 2
}

using Tile = float[tile_rows + largest_side - 1][tile_columns + largest_side - 1];

// Called by all 32 x 8 threads of a block: brings in the tile of block (bx, by).
__device__ void fill_tile(Image image, Filter filter, int by, int bx, Tile& tile) {
    // TODO 3: all places of the tile, with its halo and corners, in place of these zeros.
    float* places = &tile[0][0];
    const int count = sizeof(Tile) / sizeof(float);
    for (int k = threadIdx.y * tile_columns + threadIdx.x; k < count; k += 256) places[k] = 0.0f;
    // end of TODO 3
}

// A thread writes the pixels of its column of the output in the rows threadIdx.y + 8 q of the
// block's 64.
__global__ void tiled_kernel(Image image, Filter filter, float* out) {
    __shared__ Tile tile;
    const int by = blockIdx.y, bx = blockIdx.x;
    fill_tile(image, filter, by, bx, tile);
    __syncthreads();
    constexpr int pixels = tile_rows / threads_y;
    float sums[pixels] = {};
    // TODO 4: sums[q] is the output in row threadIdx.y + q * threads_y of the block.
    sums[0] = coefficients[0] * tile[threadIdx.y][threadIdx.x];
    // end of TODO 4
    const int x = bx * tile_columns + threadIdx.x;
    for (int q = 0; q < pixels; ++q) {
        const int y = by * tile_rows + threadIdx.y + q * threads_y;
        if (y < image.height && x < image.width) out[y * image.width + x] = sums[q];
    }
}

__global__ void load_tile_kernel(Image image, Filter filter, int by, int bx, float* copy) {
    __shared__ Tile tile;
    fill_tile(image, filter, by, bx, tile);
    __syncthreads();
    const int rows = tile_rows + filter.height - 1;
    const int columns = tile_columns + filter.width - 1;
    for (int r = threadIdx.y; r < rows; r += threads_y) {
        for (int c = threadIdx.x; c < columns; c += tile_columns) copy[r * columns + c] = tile[r][c];
    }
}

constexpr dim3 block_of_a_tile(tile_columns, threads_y);

// Blocks of columns x rows pixels.
dim3 grid_for(Image image, int columns, int rows) {
    return dim3((image.width + columns - 1) / columns, (image.height + rows - 1) / rows);
}

void look(const float* image, int height, int width, const int* ys, const int* xs, int n,
          float* values) {
    if (n == 0) return;
    look_kernel<<<(n + 255) / 256, 256>>>({image, height, width}, ys, xs, n, values);
    check(cudaGetLastError());
}

void correlate_naive(const float* image, int height, int width, const float* filter,
                     int filter_height, int filter_width, float* out) {
    if (height == 0 || width == 0) return;
    bring_filter(filter, filter_height, filter_width);
    const Image whole{image, height, width};
    naive_kernel<<<grid_for(whole, 32, 32), dim3(32, 32)>>>(
        whole, filter_of(filter_height, filter_width), out);
    check(cudaGetLastError());
}

void load_tile(const float* image, int height, int width, int filter_height, int filter_width,
               int by, int bx, float* tile) {
    load_tile_kernel<<<1, block_of_a_tile>>>({image, height, width},
                                             filter_of(filter_height, filter_width), by, bx, tile);
    check(cudaGetLastError());
}

// Correlation by tiles, with any anchor.
void correlate_at(Image image, const float* filter, Filter shape, float* out) {
    if (image.height == 0 || image.width == 0) return;
    bring_filter(filter, shape.height, shape.width);
    tiled_kernel<<<grid_for(image, tile_columns, tile_rows), block_of_a_tile>>>(image, shape, out);
    check(cudaGetLastError());
}

void correlate(const float* image, int height, int width, const float* filter, int filter_height,
               int filter_width, float* out) {
    correlate_at({image, height, width}, filter, filter_of(filter_height, filter_width), out);
}

void convolve(const float* image, int height, int width, const float* filter, int filter_height,
              int filter_width, float* out) {
    // TODO 5: turn what has to be turned, and let correlate_at do the rest.
    correlate(image, height, width, filter, filter_height, filter_width, out);
    // end of TODO 5
}
