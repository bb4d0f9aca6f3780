// Accepted: linear loops; the sums row by row; the convolution by its own formula for the anchor
    // Solution 1:
    if (static_cast<unsigned>(y) >= static_cast<unsigned>(image.height)) return 0.0f;
    if (static_cast<unsigned>(x) >= static_cast<unsigned>(image.width)) return 0.0f;
    return __ldg(image.pixels + y * image.width + x);
    // end of Solution 1
    // Solution 2:
    float sum = 0.0f;
    for (int k = filter.height * filter.width - 1; k >= 0; --k) {
        const int j = k / filter.width, i = k % filter.width;
        sum = fmaf(coefficients[k], pixel(image, y + j - filter.ay, x + i - filter.ax), sum);
    }
    out[y * image.width + x] = sum;
    // end of Solution 2
    // Solution 3:
    const int rows = tile_rows + filter.height - 1;
    const int columns = tile_columns + filter.width - 1;
    for (int k = threadIdx.y * tile_columns + threadIdx.x; k < rows * columns; k += tile_columns * threads_y) {
        const int r = k / columns, c = k % columns;
        tile[r][c] = pixel(image, by * tile_rows + r - filter.ay, bx * tile_columns + c - filter.ax);
    }
    // end of Solution 3
    // Solution 4:
    for (int q = 0; q < pixels; ++q) {
        const int r = threadIdx.y + q * threads_y;
        for (int j = 0; j < filter.height; ++j) {
            const float* row = tile[r + j] + threadIdx.x;
            const float* own = coefficients + j * filter.width;
            for (int i = 0; i < filter.width; ++i) sums[q] += own[i] * row[i];
        }
    }
    // end of Solution 4
    // Solution 5:
    float turned[largest_side * largest_side] = {};
    for (int j = 0; j < filter_height; ++j) {
        for (int i = 0; i < filter_width; ++i) {
            turned[(filter_height - 1 - j) * filter_width + filter_width - 1 - i] = filter[j * filter_width + i];
        }
    }
    correlate_at({image, height, width}, turned, {filter_height, filter_width, filter_height / 2, filter_width / 2}, out);
    // end of Solution 5
