// Accepted: a warp for each part; rows of carries walked by one thread; another search
    // Solution 1:
    const int end = offsets[row + 1];
    y[row] = 0.0f;
    float sum = 0.0f;
    for (int k = offsets[row]; k != end; ++k) sum = fmaf(__ldg(values + k), __ldg(x + columns[k]), sum);
    y[row] += sum;
    // end of Solution 1
    // Solution 3:
    int ended = 0;
    for (int half = 1 << 30; half > 0; half /= 2) {
        if (half <= rows - ended && offsets[ended + half] + ended + half - 1 < step) ended += half;
    }
    begins[b] = ended;
    // end of Solution 3
    // Solution 4:
    for (int k = begin + threadIdx.x; k < end; k += threads_per_block) products[k - begin] = values[k] * x[columns[k]];
    __syncthreads();
    const int lane = threadIdx.x % warp_size;
    for (int row = first + threadIdx.x / warp_size; row <= last; row += warps_per_block) {
        const int part_end = row < last ? offsets[row + 1] : end;
        float sum = 0.0f;
        for (int k = max(begin, offsets[row]) + lane; k < part_end; k += warp_size) sum += products[k - begin];
        for (int d = 16; d > 0; d /= 2) sum += __shfl_down_sync(0xffffffff, sum, d);
        if (lane == 0 && row < last) y[row] = sum;
        if (lane == 0 && row == last) carries[b] = sum;
    }
    // end of Solution 4
    // Solution 5:
    const int row = begins[b + 1];
    if (lane > 0 || row == rows || (b > 0 && begins[b] == row)) return;
    float sum = y[row];
    for (int c = b; begins[c + 1] == row; ++c) sum += carries[c];
    y[row] = sum;
    // end of Solution 5
