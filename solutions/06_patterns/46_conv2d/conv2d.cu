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
    // Solution 1: all four sides. Signed numbers: to the left of the image x is below 0.
    const bool inside = y >= 0 && y < image.height && x >= 0 && x < image.width;
    return inside ? image.pixels[y * image.width + x] : 0.0f;
    // end of Solution 1
}

__global__ void look_kernel(Image image, const int* ys, const int* xs, int n, float* values) {
    const int k = blockIdx.x * blockDim.x + threadIdx.x;
    if (k < n) values[k] = pixel(image, ys[k], xs[k]);
}

__global__ void naive_kernel(Image image, Filter filter, float* out) {
    const int y = blockIdx.y * blockDim.y + threadIdx.y;
    const int x = blockIdx.x * blockDim.x + threadIdx.x;
    if (y >= image.height || x >= image.width) return;
    // Solution 2: filter element (ay, ax) lies on pixel (y, x). All lanes take the same
    // coefficient, which constant memory gives them at once.
    float sum = 0.0f;
    for (int j = 0; j < filter.height; ++j) {
        for (int i = 0; i < filter.width; ++i) {
            sum += coefficients[j * filter.width + i] *
                   pixel(image, y + j - filter.ay, x + i - filter.ax);
        }
    }
    out[y * image.width + x] = sum;
    // end of Solution 2
}

using Tile = float[tile_rows + largest_side - 1][tile_columns + largest_side - 1];

// Called by all 32 x 8 threads of a block: brings in the tile of block (bx, by).
__device__ void fill_tile(Image image, Filter filter, int by, int bx, Tile& tile) {
    // Solution 3: the tile has more columns and rows than the block: two loops that step by the
    // block's size reach every place, corners too. Neighbouring threads bring neighbouring columns.
    // Unrolled, the inner loop asks memory for four pixels before it waits for the first.
    const int rows = tile_rows + filter.height - 1;
    const int columns = tile_columns + filter.width - 1;
    for (int c = threadIdx.x; c < columns; c += tile_columns) {
#pragma unroll 4
        for (int r = threadIdx.y; r < rows; r += threads_y) {
            tile[r][c] =
                pixel(image, by * tile_rows + r - filter.ay, bx * tile_columns + c - filter.ax);
        }
    }
    // end of Solution 3
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
    // Solution 4: place (r + j, c + i) of the tile is the pixel below filter element (j, i) for the
    // output in row r and column c: what the anchor takes off, the halo has added. The pixels of a
    // thread share each coefficient, and the counting of j and i.
    for (int j = 0; j < filter.height; ++j) {
        for (int i = 0; i < filter.width; ++i) {
            const float coefficient = coefficients[j * filter.width + i];
            for (int q = 0; q < pixels; ++q) {
                sums[q] += coefficient * tile[threadIdx.y + q * threads_y + j][threadIdx.x + i];
            }
        }
    }
    // end of Solution 4
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
    // Solution 5: with h - 1 - j for j, the formula is that of the correlation with the filter
    // turned by half a turn. The anchor turns with it: of an even number of rows, it is the other
    // one of the two in the middle.
    float turned[largest_side * largest_side];
    const int elements = filter_height * filter_width;
    for (int k = 0; k < elements; ++k) {
        turned[k] = filter[elements - 1 - k];
    }
    const int ay = filter_height - 1 - anchor_of(filter_height);
    const int ax = filter_width - 1 - anchor_of(filter_width);
    correlate_at({image, height, width}, turned, {filter_height, filter_width, ay, ax}, out);
    // end of Solution 5
}
