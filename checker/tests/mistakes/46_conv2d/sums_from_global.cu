// Mistake: the sums are computed from global memory
// Verdict: too_much_traffic
// Message: each of the 68 x 36 pixels
// Only: virtual
    // Solution 4:
    for (int j = 0; j < filter.height; ++j) {
        for (int i = 0; i < filter.width; ++i) {
            const float coefficient = coefficients[j * filter.width + i];
            for (int q = 0; q < pixels; ++q) {
                sums[q] += coefficient * pixel(image, by * tile_rows + static_cast<int>(threadIdx.y) + q * threads_y + j - filter.ay, bx * tile_columns + static_cast<int>(threadIdx.x) + i - filter.ax);
            }
        }
    }
    // end of Solution 4
