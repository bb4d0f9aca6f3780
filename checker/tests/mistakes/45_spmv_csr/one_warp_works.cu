// Mistake: the first warp of a block takes the rows of all its warps, and makes all products
// Verdict: requirement
// Message: each warp is to take one row
// Message: all warps of a block are to make products
// Only: virtual
// Replaces
//|     if (row >= rows) return; // all lanes of the warp, or none
    if (threadIdx.x >= warp_size) return;
// end of Replaces
    // Solution 2
    for (int r = row; r < rows && r < row + warps_per_block; ++r) {
        float sum = 0.0f;
        const int end = offsets[r + 1];
        for (int k = offsets[r] + lane; k < end; k += warp_size) {
            sum += values[k] * x[columns[k]];
        }
        sum = sum_of_lanes(sum, warp_size);
        if (lane == 0) y[r] = sum;
    }
    // end of Solution 2
    // Solution 4
    for (int k = begin + threadIdx.x; threadIdx.x < warp_size && k < end; k += warp_size) {
        products[k - begin] = values[k] * x[columns[k]];
    }
    __syncthreads();
    const int parts = last - first + 1; // with that of row `last`, which is carried
    const int lanes = lanes_for(parts);
    for (int part = 0; part < parts; part += threads_per_block / lanes) {
        const int row = first + part + threadIdx.x / lanes;
        float sum = 0.0f;
        if (row <= last) {
            const int part_end = row < last ? offsets[row + 1] : end;
            for (int k = max(begin, offsets[row]) + threadIdx.x % lanes; k < part_end; k += lanes) {
                sum += products[k - begin];
            }
        }
        sum = sum_of_lanes(sum, lanes);
        if (threadIdx.x % lanes == 0 && row <= last) {
            (row < last ? y[row] : carries[b]) = sum;
        }
    }
    // end of Solution 4
