// Accepted: a column of the filter at a time, with a sum of its own
    // Solution 4:
    for (int i = 0; i < filter.width; ++i) {
        for (int q = 0; q < pixels; ++q) {
            float sum = 0.0f;
            for (int j = 0; j < filter.height; ++j) {
                sum += coefficients[j * filter.width + i] *
                       tile[threadIdx.y + q * threads_y + j][threadIdx.x + i];
            }
            sums[q] += sum;
        }
    }
    // end of Solution 4
