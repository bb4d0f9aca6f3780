// Lesson 46, further: a filter of 3 x 3 without a tile. A thread has four columns and four rows of
// the output, so that of a pixel's neighbours most are its own; the others come from a neighbouring
// lane or from the cache. Nearly as quick as a copy. The blocks are not those of the header.
#include "conv2d.hpp"

#define correlate correlate_by_tiles
#include "conv2d.cu"
#undef correlate

#include <cstdint>

constexpr int three = 3;    // rows and columns of the filter
constexpr int own_rows = 4; // of a thread
constexpr int own_columns = 4;
constexpr int seen_rows = own_rows + three - 1;

// A row of six pixels: four that begin at a multiple of four, and one at either side of them.
struct Six {
    float of[own_columns + three - 1];
};

// A warp has 128 columns. All lanes of it call this, also those behind the last column; the rows of
// a thread begin above its first row of the output. Pixels outside of the image are 0.
__device__ void load_rows(Image image, int first_row, int x, Six (&rows)[seen_rows]) {
    const int lane = threadIdx.x;
#pragma unroll
    for (int r = 0; r < seen_rows; ++r) {
        const int y = first_row + r;
        const bool there = x < image.width && y >= 0 && y < image.height;
        const float* const from = image.pixels + std::ptrdiff_t{y} * image.width + x;
        const float4 four = there ? *reinterpret_cast<const float4*>(from) : float4{};
        const bool has_left = there && lane == 0 && x > 0;
        const bool has_right = there && lane == 31 && x + own_columns < image.width;
        rows[r] = {has_left ? from[-1] : 0.0f,          four.x, four.y, four.z, four.w,
                   has_right ? from[own_columns] : 0.0f};
    }
    // When all loads are on their way: the others have their neighbours from their neighbours.
#pragma unroll
    for (int r = 0; r < seen_rows; ++r) {
        float(&of)[6] = rows[r].of;
        const float left = __shfl_up_sync(0xffffffff, of[own_columns], 1);
        const float right = __shfl_down_sync(0xffffffff, of[1], 1);
        if (lane != 0) of[0] = left;
        if (lane != 31) of[own_columns + 1] = right;
    }
}

__global__ void __launch_bounds__(tile_columns* threads_y)
    three_by_three_kernel(Image image, float* out) {
    const int x = (blockIdx.x * blockDim.x + threadIdx.x) * own_columns;
    const int y = (blockIdx.y * blockDim.y + threadIdx.y) * own_rows;
    Six rows[seen_rows];
    load_rows(image, y - 1, x, rows);
    if (x >= image.width) return;
#pragma unroll
    for (int q = 0; q < own_rows; ++q) {
        float sums[own_columns] = {};
#pragma unroll
        for (int j = 0; j < three; ++j)
#pragma unroll
            for (int i = 0; i < three; ++i)
#pragma unroll
                for (int c = 0; c < own_columns; ++c)
                    sums[c] += coefficients[j * three + i] * rows[q + j].of[c + i];
        if (y + q < image.height)
            *reinterpret_cast<float4*>(out + std::ptrdiff_t{y + q} * image.width + x) =
                make_float4(sums[0], sums[1], sums[2], sums[3]);
    }
}

static bool begins_well(const float* array) {
    return reinterpret_cast<std::uintptr_t>(array) % sizeof(float4) == 0;
}

void correlate(const float* image, int height, int width, const float* filter, int filter_height,
               int filter_width, float* out) {
    if (height == 0 || width == 0 || width % own_columns != 0 || filter_height != three ||
        filter_width != three || !begins_well(image) || !begins_well(out)) {
        correlate_by_tiles(image, height, width, filter, filter_height, filter_width, out);
        return;
    }
    bring_filter(filter, filter_height, filter_width);
    const Image whole{image, height, width};
    const dim3 grid = grid_for(whole, tile_columns * own_columns, threads_y * own_rows);
    three_by_three_kernel<<<grid, block_of_a_tile>>>(whole, out);
    check(cudaGetLastError());
}
